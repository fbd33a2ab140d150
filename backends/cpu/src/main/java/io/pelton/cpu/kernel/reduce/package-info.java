/**
 * Kernels that combine the elements along axes, in an order that depends on nothing but the lengths
 * of these axes. Imports {@code block}, {@code math} and the engine.
 */
package io.pelton.cpu.kernel.reduce;
