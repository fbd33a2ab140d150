/**
 * Fourier transforms and what goes with them. Imports {@code block} and the engine's {@code graph},
 * {@code kernel} and {@code tensor}.
 */
package io.pelton.cpu.kernel.signal;
