/** Conversions of 16-bit floats by vectors against those of one number. */
package io.pelton.cpu.vector.half;
