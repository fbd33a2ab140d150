/**
 * Attention without a matrix of scores. Imports {@code block}, {@code kernel.matmul}, {@code
 * kernel.reduce}, {@code kernel.step} and the engine's {@code graph}, {@code kernel} and {@code
 * tensor}.
 */
package io.pelton.cpu.kernel.attention;
