/** What the families of kernels share. Imports the engine's {@code kernel} and {@code tensor}. */
package io.pelton.cpu.kernel;
