/**
 * The CUDA backend: registers the kernels of all families under the name {@code cuda} and opens
 * devices. Imports the engine's {@code kernel}, {@code graph}, {@code tensor} and {@code error}
 * only.
 */
package io.pelton.cuda;
