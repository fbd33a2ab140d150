package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.NgramPool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.TextOp.RegexFullMatch;
import io.pelton.engine.graph.TextOp.Splitting;
import io.pelton.engine.graph.TextOp.StringConcat;
import io.pelton.engine.graph.TextOp.StringSplit;
import io.pelton.engine.graph.TextOp.TfIdf;
import io.pelton.engine.graph.TextOp.TfIdf.Weighting;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Ops on strings whose rows stay apart. */
final class TextExamples {
  private TextExamples() {}

  static Stream<RowExample> of(BindingKey key, RandomTensors tensors) {
    DType dtype = key.inputs().get(0);
    Tensor x = tensors.packed(dtype, ROWS, 4, 3);
    if (key.kind() == OpKind.STRING_CONCAT) {
      return Stream.of(
          RowExample.of(new StringConcat(), x, tensors.packed(dtype, 4, 1)),
          RowExample.of(new StringConcat(), Set.of(0, 1), x, tensors.packed(dtype, ROWS, 1, 3)));
    }
    if (key.kind() == OpKind.REGEX_FULL_MATCH) {
      return Stream.of(RowExample.of(new RegexFullMatch("a|.*日.*"), x));
    }
    if (key.kind() == OpKind.STRING_SPLIT) {
      return Stream.of("", "a")
          .map(delimiter -> new Splitting(delimiter, Long.MAX_VALUE))
          .map(splitting -> RowExample.of(new StringSplit(splitting, Extent.fixed(2)), x));
    }
    boolean isText = dtype == DType.STRING;
    NgramPool pool =
        new NgramPool(
            isText ? List.of("a", "b", "a", "b") : List.of(),
            isText ? new long[0] : new long[] {0, 1, 0, 1},
            new long[] {0, 2},
            new long[] {1, 0, 2},
            new float[] {1, 2, 3});
    return Stream.of(Weighting.values())
        .map(weighting -> new TfIdf(pool, weighting, 1, 1, 2))
        .map(op -> RowExample.of(op, tensors.packed(dtype, ROWS, 6)));
  }
}
