/** Reductions by vectors against their scalar twins. */
package io.pelton.cpu.vector.reduce;
