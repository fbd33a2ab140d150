/**
 * Kernels that draw random numbers, with the bits of those that the CPU draws. Imports {@code
 * launch} and what kernels of all families share.
 */
package io.pelton.cuda.kernel.random;
