/**
 * What fused kernels do to a run of results between products: bias, scale, activation, each rounded
 * as a node of its own would be. Imports {@code block}, {@code math} and the engine's {@code graph}
 * and {@code tensor}.
 */
package io.pelton.cpu.kernel.step;
