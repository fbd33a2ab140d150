package io.pelton.cpu.kernel.matmul;

/** The transposed constant, of a class of its own so that both can be kept of one tensor. */
record PackedTranspose(Object array) {}
