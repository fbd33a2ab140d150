/**
 * Matrix products: every sum runs over k in order, one fused multiply-add per step, so that the
 * bits depend on nothing but the two vectors. Imports {@code block} and the engine.
 */
package io.pelton.cpu.kernel.matmul;
