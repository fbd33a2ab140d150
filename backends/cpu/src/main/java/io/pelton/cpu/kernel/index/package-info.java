/**
 * Kernels that read and write elements where integers say, or say where elements are. Imports
 * {@code block}, {@code kernel.shape}'s movers and the engine.
 */
package io.pelton.cpu.kernel.index;
