/**
 * Kernels whose output element depends on the operands' elements at the same place: flat loops over
 * blocks. Imports {@code block}, {@code math} and the engine.
 */
package io.pelton.cpu.kernel.elementwise;
