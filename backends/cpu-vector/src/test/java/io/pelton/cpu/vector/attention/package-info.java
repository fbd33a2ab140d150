/** Attention by tiles against its scalar twin. */
package io.pelton.cpu.vector.attention;
