/**
 * Transcendental functions, each written once in steps that a vector unit can repeat bit for bit:
 * IEEE arithmetic, fused multiply-adds and bit operations. Imports nothing.
 */
package io.pelton.cpu.math;
