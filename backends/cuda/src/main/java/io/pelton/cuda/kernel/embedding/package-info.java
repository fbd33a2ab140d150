/**
 * Kernels that add table rows up. Imports {@code launch} and what kernels of all families share.
 */
package io.pelton.cuda.kernel.embedding;
