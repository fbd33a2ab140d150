/**
 * Kernels that move elements and never compute with them, for every dtype but strings. Imports
 * {@code launch} and what kernels of all families share.
 */
package io.pelton.cuda.kernel.shape;
