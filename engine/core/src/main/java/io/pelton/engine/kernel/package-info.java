/**
 * What a backend implements: providers, kernels and the binding table that finds a kernel for an
 * op, its dtypes and a backend. Imports {@code graph}, {@code tensor} and {@code error}.
 */
package io.pelton.engine.kernel;
