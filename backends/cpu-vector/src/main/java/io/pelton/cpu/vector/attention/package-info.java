/** Attention of a few queries at a time, whose scores stay in the cache. */
package io.pelton.cpu.vector.attention;
