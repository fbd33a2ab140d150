/**
 * Attention without scores in global memory, with the CPU's bits. Imports {@code kernel}, {@code
 * launch} and the engine's {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cuda.kernel.attention;
