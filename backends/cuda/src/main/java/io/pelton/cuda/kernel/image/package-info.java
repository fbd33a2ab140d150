/**
 * Images read at places between their elements. Imports {@code kernel}, {@code kernel.conv}, {@code
 * launch} and the engine's {@code graph}, {@code kernel} and {@code tensor}.
 */
package io.pelton.cuda.kernel.image;
