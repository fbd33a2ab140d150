/**
 * Products of packed matrices. The right matrix lies in panels of two vectors' columns, the left
 * one in tiles of a few rows; a kernel keeps the sums of a tile and a panel in registers while it
 * goes over k once, in order.
 */
package io.pelton.cpu.vector.matmul;
