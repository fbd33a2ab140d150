/**
 * Kernels that shift and scale elements by their statistics, with the bits of their decompositions.
 * Imports {@code block}, the kernels of elementwise, fused and reduce, and the engine.
 */
package io.pelton.cpu.kernel.norm;
