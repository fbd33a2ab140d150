package io.pelton.cpu.kernel.text;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Registers the kernels of this package. */
public final class TextKernels {
  private static final List<DType> TEXT = List.of(DType.STRING);

  private TextKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = new HostKernels(table);
    add(kernels, OpKind.STRING_CONCAT, "text", StringConcatCall::new, TEXT, TEXT);
    add(kernels, OpKind.REGEX_FULL_MATCH, "regex", RegexCall::new, TEXT, List.of(DType.BOOL));
    add(
        kernels,
        OpKind.STRING_NORMALIZER,
        "text",
        StringNormalizerCall::new,
        TEXT,
        List.of(DType.STRING, DType.I64));
    add(
        kernels,
        OpKind.STRING_SPLIT_COUNTS,
        "text",
        SplitCountsCall::new,
        TEXT,
        List.of(DType.I64, DType.I64));
    add(kernels, OpKind.STRING_SPLIT, "text", SplitCall::new, TEXT, TEXT);
    for (DType dtype : List.of(DType.STRING, DType.I64, DType.I32)) {
      add(kernels, OpKind.TF_IDF, "n-grams", TfIdfKernel::bind, List.of(dtype), List.of(DType.F32));
    }
  }

  private static void add(
      HostKernels kernels,
      OpKind kind,
      String name,
      FixedKernel kernel,
      List<DType> inputs,
      List<DType> outputs) {
    kernels.add(kind, name, kernel, inputs, outputs);
  }
}
