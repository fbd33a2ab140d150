/**
 * Generators of random numbers, and the kernels of the ops that draw them. Imports {@code block},
 * {@code kernel} and the engine.
 */
package io.pelton.cpu.random;
