/**
 * Kernels that compute several elementwise ops block by block, each a flat loop over a block that
 * stays in the L1 cache. Imports {@code block}, {@code kernel.elementwise} and the engine.
 */
package io.pelton.cpu.kernel.fused;
