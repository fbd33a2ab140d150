/** Norms of runs of floats. */
package io.pelton.cpu.vector.norm;
