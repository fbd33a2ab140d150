/**
 * Kernels that shift and scale elements by their statistics, with the bits of their decompositions.
 * Imports {@code kernel}, {@code kernel.reduce} and {@code launch}.
 */
package io.pelton.cuda.kernel.norm;
