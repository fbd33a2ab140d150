/**
 * How each kind of Arrow vector and each engine dtype represents values: one small class a kind,
 * with the loops that read and write them in blocks. Imports Arrow and the engine's {@code tensor}.
 */
package io.pelton.arrow.type;
