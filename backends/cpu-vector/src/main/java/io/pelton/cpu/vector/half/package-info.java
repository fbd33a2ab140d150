/** Conversions between floats and 16-bit floats in integer arithmetic. */
package io.pelton.cpu.vector.half;
