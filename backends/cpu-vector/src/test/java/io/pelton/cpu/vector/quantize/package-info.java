/** Quantizing and products of bytes by vectors against their scalar twins. */
package io.pelton.cpu.vector.quantize;
