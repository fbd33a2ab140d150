package io.pelton.cpu.vector.quantize;

/**
 * Some steps over k of a product whose sums, whatever the left operand is, are exact in floats.
 *
 * @param from the first step
 * @param panels of the right operand's rows of these steps
 */
record Part(int from, int length, float[] panels) {}
