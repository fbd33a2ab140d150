/**
 * Kernels that read and write elements where integers say. Imports {@code launch}, the copies of
 * {@code kernel.shape} and what kernels of all families share.
 */
package io.pelton.cuda.kernel.index;
