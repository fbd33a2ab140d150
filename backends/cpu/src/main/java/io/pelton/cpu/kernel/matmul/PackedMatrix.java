package io.pelton.cpu.kernel.matmul;

/** A constant right operand as an array of its lane, row-major, shared by all executables. */
record PackedMatrix(Object array) {}
