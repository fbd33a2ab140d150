package io.pelton.engine.kernel;

/** Computes an op for the dtypes it is registered under. Stateless and thread-safe. */
public sealed interface Kernel permits FixedKernel, HostKernel {}
