/**
 * Models together with what makes their features. Imports {@code block}, {@code kernel.shape},
 * {@code kernel.tabular} and {@code kernel.tree} for the kernels that these consist of, and the
 * engine's {@code kernel}, {@code graph}, {@code tensor} and {@code error} only.
 */
package io.pelton.cpu.kernel.pipeline;
