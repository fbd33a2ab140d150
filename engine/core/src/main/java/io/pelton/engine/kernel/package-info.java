/**
 * What a backend implements: providers, kernels and the binding table that finds a kernel for an
 * op, its dtypes and a backend; devices with their memory, queues and prices; and what kernels
 * share with the executable that runs them beside operands: random numbers, experts, queues, a
 * team. Imports {@code graph}, {@code tensor}, {@code crew} and {@code error}.
 */
package io.pelton.engine.kernel;
