package io.pelton.cpu.vector;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Probe;

/**
 * The backend {@code cpu} with vector kernels, where the JVM has the module {@code
 * jdk.incubator.vector} and vectors of 128 bits or more. Results are those of {@link
 * CpuBackendProvider}, bit by bit.
 */
public final class VectorBackendProvider implements BackendProvider {
  @Override
  public String name() {
    return "cpu";
  }

  /** Above the scalar provider of the same name. */
  @Override
  public int rank() {
    return 200;
  }

  @Override
  public Probe probe() {
    return VectorProbe.result();
  }

  /** The vector kernels, and behind them all scalar ones. */
  @Override
  public void register(BindingTable.Builder table) {
    VectorKernels.register(table);
    new CpuBackendProvider().register(table);
  }
}
