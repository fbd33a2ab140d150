/**
 * Products of bytes as sums of floats, which are exact while they stay within 24 bits, and
 * quantizing by vectors.
 */
package io.pelton.cpu.vector.quantize;
