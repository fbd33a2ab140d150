/**
 * Convolutions, and pooling as a convolution without weights. Imports {@code kernel}, {@code
 * launch} and the engine's {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cuda.kernel.conv;
