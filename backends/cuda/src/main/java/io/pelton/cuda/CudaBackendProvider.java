package io.pelton.cuda;

import io.pelton.cuda.driver.CudaDriver;
import io.pelton.cuda.kernel.norm.NormKernels;
import io.pelton.cuda.kernel.reduce.ReduceKernels;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Probe;
import java.util.List;
import java.util.function.Consumer;

/** The backend {@code cuda}: kernels for NVIDIA devices through the driver API. */
public final class CudaBackendProvider implements BackendProvider {
  private static final List<Consumer<BindingTable.Builder>> FAMILIES =
      List.of(ReduceKernels::register, NormKernels::register);

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public int rank() {
    return 200;
  }

  @Override
  public Probe probe() {
    return CudaDriver.probe();
  }

  @Override
  public void register(BindingTable.Builder table) {
    FAMILIES.forEach(family -> family.accept(table));
  }
}
