package io.pelton.cuda;

import io.pelton.cuda.driver.CudaDriver;
import io.pelton.cuda.driver.DeviceInformation;
import io.pelton.cuda.kernel.attention.AttentionKernels;
import io.pelton.cuda.kernel.conv.ConvKernels;
import io.pelton.cuda.kernel.elementwise.ElementwiseKernels;
import io.pelton.cuda.kernel.embedding.EmbeddingKernels;
import io.pelton.cuda.kernel.fused.FusedKernels;
import io.pelton.cuda.kernel.image.ImageKernels;
import io.pelton.cuda.kernel.index.IndexKernels;
import io.pelton.cuda.kernel.matmul.MatMulKernels;
import io.pelton.cuda.kernel.norm.NormKernels;
import io.pelton.cuda.kernel.random.RandomKernels;
import io.pelton.cuda.kernel.reduce.ReduceKernels;
import io.pelton.cuda.kernel.shape.ShapeKernels;
import io.pelton.cuda.kernel.tabular.TabularKernels;
import io.pelton.cuda.kernel.tree.TreeKernels;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.kernel.AttachedDevice;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Probe;
import java.util.List;
import java.util.function.Consumer;

/** The backend {@code cuda}: kernels for NVIDIA devices through the driver API. */
public final class CudaBackendProvider implements BackendProvider {
  private static final List<Consumer<BindingTable.Builder>> FAMILIES =
      List.of(
          EmbeddingKernels::register,
          IndexKernels::register,
          RandomKernels::register,
          ShapeKernels::register,
          ConvKernels::register,
          ImageKernels::register,
          AttentionKernels::register,
          MatMulKernels::register,
          ReduceKernels::register,
          NormKernels::register,
          TreeKernels::register,
          TabularKernels::register,
          ElementwiseKernels::register,
          FusedKernels::register);

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public int rank() {
    return 200;
  }

  @Override
  public boolean isHost() {
    return false;
  }

  /**
   * Usable where there is a driver with a device, and memory limits can be understood; nothing
   * native is opened before this is called.
   */
  @Override
  public Probe probe() {
    Probe probe = CudaDriver.probe();
    if (probe instanceof Probe.Usable) {
      try {
        CudaRuntime.checkLimits(CudaDriver.devices());
      } catch (IllegalArgumentException e) {
        return new Probe.Unusable(e.getMessage());
      }
    }
    return probe;
  }

  /** The devices whose kernels come with this backend; a device's index is the driver's. */
  @Override
  public List<AttachedDevice> devices(Backend backend) {
    return CudaDriver.devices().stream().map(found -> attach(backend, found)).toList();
  }

  private static AttachedDevice attach(Backend backend, DeviceInformation found) {
    CudaRuntime runtime = CudaRuntime.of(found.id().index());
    return new AttachedDevice(
        Device.withMemory(backend, found.id().index(), runtime, found.model()),
        found.transferPrice());
  }

  @Override
  public void register(BindingTable.Builder table) {
    FAMILIES.forEach(family -> family.accept(table));
  }
}
