/**
 * Matrix products: every sum runs over k in order, one fused multiply-add a step, whatever the tile,
 * so that batches of all sizes have the CPU's bits. Imports {@code kernel}, {@code launch} and the
 * engine's {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cuda.kernel.matmul;
