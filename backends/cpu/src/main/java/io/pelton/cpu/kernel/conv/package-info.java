/**
 * Convolutions. Imports {@code block}, {@code kernel.step} and the engine's {@code graph}, {@code
 * kernel} and {@code tensor}.
 */
package io.pelton.cpu.kernel.conv;
