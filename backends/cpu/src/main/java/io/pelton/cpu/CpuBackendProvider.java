package io.pelton.cpu;

import io.pelton.cpu.kernel.attention.AttentionKernels;
import io.pelton.cpu.kernel.conv.ConvKernels;
import io.pelton.cpu.kernel.conv.SpreadKernels;
import io.pelton.cpu.kernel.elementwise.ElementwiseKernels;
import io.pelton.cpu.kernel.elementwise.InPlaceKernels;
import io.pelton.cpu.kernel.embedding.EmbeddingKernels;
import io.pelton.cpu.kernel.expert.ExpertKernels;
import io.pelton.cpu.kernel.fused.FusedKernels;
import io.pelton.cpu.kernel.index.IndexKernels;
import io.pelton.cpu.kernel.matmul.MatMulKernels;
import io.pelton.cpu.kernel.norm.NormKernels;
import io.pelton.cpu.kernel.pipeline.PipelineKernels;
import io.pelton.cpu.kernel.quantize.QuantizeKernels;
import io.pelton.cpu.kernel.recurrent.RecurrentKernels;
import io.pelton.cpu.kernel.reduce.ReduceKernels;
import io.pelton.cpu.kernel.sample.SampleKernels;
import io.pelton.cpu.kernel.shape.MemoryKernels;
import io.pelton.cpu.kernel.shape.ShapeKernels;
import io.pelton.cpu.kernel.signal.SignalKernels;
import io.pelton.cpu.kernel.tabular.TabularKernels;
import io.pelton.cpu.kernel.text.TextKernels;
import io.pelton.cpu.kernel.tree.TreeKernels;
import io.pelton.cpu.random.RandomKernels;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Probe;
import java.util.List;
import java.util.function.Consumer;

/** The backend {@code cpu}: kernels in plain Java that run wherever a JVM does. */
public final class CpuBackendProvider implements BackendProvider {
  private static final List<Consumer<BindingTable.Builder>> FAMILIES =
      List.of(
          ElementwiseKernels::register,
          FusedKernels::register,
          ReduceKernels::register,
          NormKernels::register,
          MatMulKernels::register,
          ConvKernels::register,
          SpreadKernels::register,
          SampleKernels::register,
          SignalKernels::register,
          AttentionKernels::register,
          RecurrentKernels::register,
          EmbeddingKernels::register,
          ExpertKernels::register,
          QuantizeKernels::register,
          ShapeKernels::register,
          MemoryKernels::register,
          IndexKernels::register,
          InPlaceKernels::register,
          TreeKernels::register,
          TabularKernels::register,
          TextKernels::register,
          PipelineKernels::register,
          RandomKernels::register);

  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public int rank() {
    return 100;
  }

  /**
   * Always usable; the description names the JVM and says whether its fused multiply-add is fast.
   */
  @Override
  public Probe probe() {
    return new Probe.Usable(HostDescription.describe());
  }

  @Override
  public void register(BindingTable.Builder table) {
    FAMILIES.forEach(family -> family.accept(table));
  }
}
