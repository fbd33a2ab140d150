/**
 * Ops that consist of others, run one after the other on a few rows at a time. Imports {@code
 * block}, {@code kernel.shape}, {@code kernel.tabular} and {@code kernel.tree} for the kernels of
 * the parts, and the engine's {@code kernel}, {@code graph}, {@code tensor} and {@code error} only.
 */
package io.pelton.cpu.kernel.pipeline;
