/**
 * Loops over floats that compute {@link io.pelton.cpu.math.FloatMath}'s functions, in its order of
 * steps. Each loop stands by itself: a vector that is passed to a method that is not inlined would
 * be put on the heap.
 */
package io.pelton.cpu.vector.math;
