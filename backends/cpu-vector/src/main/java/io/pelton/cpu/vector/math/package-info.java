/**
 * Flat loops over blocks of floats.
 *
 * <p>Each is longer than what the JIT inlines (325 bytecodes) and so is compiled by itself: inlined
 * into callers, whose own depth counts, some of its vector operations would not be inlined any more
 * and their vectors would be boxed. Those of one instruction are unrolled to be as long.
 */
package io.pelton.cpu.vector.math;
