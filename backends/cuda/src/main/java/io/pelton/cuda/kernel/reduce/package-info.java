/**
 * Kernels that combine the elements along axes, in the plain kernels' order, and how tensors fall
 * into runs for that. Imports {@code kernel} and {@code launch}.
 */
package io.pelton.cuda.kernel.reduce;
