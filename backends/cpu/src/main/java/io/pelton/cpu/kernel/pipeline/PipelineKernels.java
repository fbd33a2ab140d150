package io.pelton.cpu.kernel.pipeline;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.shape.ShapeKernels;
import io.pelton.cpu.kernel.tabular.TabularKernels;
import io.pelton.cpu.kernel.tree.Descents;
import io.pelton.cpu.kernel.tree.TreeKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Kernel;
import io.pelton.engine.tensor.DType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Registers the kernel of this package. */
public final class PipelineKernels {
  private static final List<DType> INPUTS =
      List.of(DType.F32, DType.F64, DType.I64, DType.I32, DType.STRING);

  private PipelineKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    Kernel pipeline = new PipelineKernel(parts(Descents.NONE));
    List<DType> floats = List.of(DType.F32);
    for (DType dtype : INPUTS) {
      List<DType> inputs = List.of(dtype);
      kernels.add(OpKind.FEATURE_PIPELINE, "blocks", pipeline, inputs, floats);
      if (dtype != DType.F32 && dtype != DType.STRING) {
        kernels.add(OpKind.FEATURE_PIPELINE, "blocks", pipeline, inputs, inputs);
      }
    }
    registerScoring(kernels, "blocks", pipeline);
  }

  /** Registers pipelines that may end in trees. */
  public static void registerScoring(HostKernels kernels, Descents descents) {
    registerScoring(kernels, "lanes", new PipelineKernel(parts(descents)));
  }

  private static void registerScoring(HostKernels kernels, String name, Kernel pipeline) {
    for (DType dtype : INPUTS) {
      List<DType> inputs = List.of(dtype);
      kernels.add(OpKind.SCORING_PIPELINE, name, pipeline, inputs, List.of(DType.F32));
      for (DType label : List.of(DType.I64, DType.STRING)) {
        List<DType> outputs = List.of(label, DType.F32);
        kernels.add(OpKind.SCORING_PIPELINE, name, pipeline, inputs, outputs);
      }
    }
  }

  private static Map<OpKind, FixedKernel> parts(Descents descents) {
    Map<OpKind, FixedKernel> parts = new EnumMap<>(OpKind.class);
    parts.put(OpKind.CONCAT, ShapeKernels.concat());
    parts.putAll(TabularKernels.features());
    parts.putAll(TabularKernels.models());
    parts.putAll(TreeKernels.models(descents));
    return parts;
  }
}
