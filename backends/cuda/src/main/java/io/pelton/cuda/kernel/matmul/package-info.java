/**
 * Matrix products: every sum runs over k in order, one fused multiply-add a step, whatever the
 * tile, so that batches of all sizes have the CPU's bits; and cuBLAS for whoever does not ask for
 * that. Imports {@code kernel}, {@code launch}, {@code memory}, {@code driver} and the engine's
 * {@code error}, {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cuda.kernel.matmul;
