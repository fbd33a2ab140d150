/**
 * Images read at places between their elements. Imports {@code block}, {@code kernel.conv}, {@code
 * kernel.step} and the engine's {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cpu.kernel.sample;
