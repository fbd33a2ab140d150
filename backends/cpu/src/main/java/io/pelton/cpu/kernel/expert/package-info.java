/**
 * Products of mixtures of experts. Imports {@code block}, {@code kernel.matmul}, {@code
 * kernel.step} and the engine's {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cpu.kernel.expert;
