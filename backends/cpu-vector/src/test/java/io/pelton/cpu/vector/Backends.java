package io.pelton.cpu.vector;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.engine.kernel.Backend;

/** The CPU with and without vector kernels. */
public final class Backends {
  public static final Backend SCALAR = Backend.open(new CpuBackendProvider());
  public static final Backend VECTOR = Backend.open(new VectorBackendProvider());

  private Backends() {}
}
