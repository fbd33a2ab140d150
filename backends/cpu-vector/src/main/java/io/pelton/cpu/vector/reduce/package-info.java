/** Sums in the order that all kernels share, and softmax. */
package io.pelton.cpu.vector.reduce;
