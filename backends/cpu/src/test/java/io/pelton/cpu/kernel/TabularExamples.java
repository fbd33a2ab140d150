package io.pelton.cpu.kernel;

import static io.pelton.cpu.kernel.RowExample.ROWS;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The ops that {@link EveryTabularOpTest} knows, and what more there are of their dtypes. */
final class TabularExamples {
  private static final List<DType> CODES =
      List.of(DType.STRING, DType.I64, DType.F32, DType.F64, DType.I32, DType.I16);

  private final RandomTensors tensors = new RandomTensors(3);

  private TabularExamples() {}

  static Stream<RowExample> of(OpKind kind) {
    TabularExamples examples = new TabularExamples();
    return Stream.of(known(), examples.encoders(), examples.pipelines())
        .flatMap(List::stream)
        .filter(example -> example.op().kind() == kind);
  }

  private static List<RowExample> known() {
    return EveryTabularOpTest.cases()
        .map(known -> RowExample.of(known.op(), known.with(known.data())))
        .toList();
  }

  private List<RowExample> encoders() {
    List<RowExample> found = new ArrayList<>();
    for (DType from : CODES) {
      Tensor keys = Tensor.allocate(from, 1);
      for (DType to : CODES) {
        Tensor values = tensors.packed(to, 1);
        LabelEncoder op = new LabelEncoder(keys, values, tensors.packed(to, 1));
        found.add(RowExample.of(op, tensors.packed(from, ROWS, 3)));
      }
    }
    return found;
  }

  /** Every front before every scorer that is known. */
  private List<RowExample> pipelines() {
    List<ScoringOp> scorers =
        EveryTabularOpTest.cases()
            .filter(known -> known.op() instanceof ScoringOp)
            .filter(known -> known.op().kind() != OpKind.SCORING_PIPELINE)
            .filter(known -> known.op().kind() != OpKind.ZIP_MAP)
            .filter(known -> known.op().kind() != OpKind.TREE_ENSEMBLE)
            .map(known -> (ScoringOp) known.op())
            .toList();
    List<RowExample> found = new ArrayList<>();
    for (DType dtype : List.of(DType.F32, DType.F64, DType.I64, DType.I32, DType.STRING)) {
      for (FeaturePipeline front : fronts(dtype)) {
        Tensor data = tensors.packed(dtype, ROWS, dtype == DType.STRING ? 1 : 3);
        found.add(RowExample.of(front, data));
        scorers.forEach(
            scorer -> found.add(RowExample.of(new ScoringPipeline(front, scorer), data)));
      }
    }
    return found;
  }

  private static List<FeaturePipeline> fronts(DType dtype) {
    Tensor words = Tensor.of(new String[] {"", "a", "b"}, 3);
    Tensor numbers = Tensor.of(new long[] {0}, 1);
    return dtype == DType.STRING
        ? List.of(new FeaturePipeline(List.of(new OneHotEncoder(words, true), new Flatten(1))))
        : List.of(
            new FeaturePipeline(List.of(new Binarizer(0.5f), new Binarizer(0.25f))),
            new FeaturePipeline(List.of(new OneHotEncoder(numbers, true), new Flatten(1))));
  }
}
