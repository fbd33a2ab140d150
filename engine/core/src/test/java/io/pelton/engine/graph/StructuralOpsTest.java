package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingSum;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.IntegerProductOp.ConvInteger;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fused ops and quantization over a batch whose number of rows is a symbol. */
class StructuralOpsTest {
  private static final SymbolId ROWS = new SymbolId("N");

  private record Case(Op op, boolean isRowwise, String... operands) {
    @Override
    public String toString() {
      return op.label() + " of " + String.join(", ", operands);
    }
  }

  static Stream<Case> cases() {
    Window window = new Window(List.of(2, 1), List.of(1, 0), List.of(1, 0), List.of(1, 1));
    Op conv = new Conv(window, 1, Activation.RELU);
    Op dense = new Dense(Activation.TANH);
    Op attention = new Attention(Scaling.DIVIDE, 8, false);
    Op sum = new EmbeddingSum();
    Op bag = new EmbeddingBag(OpKind.REDUCE_SUM);
    Op quantizedDense = new QuantizedDense(Activation.RELU);
    Op quantizedConv = new QuantizedConv(window, 2, Activation.NONE);
    FeaturePipeline encoding =
        new FeaturePipeline(
            List.of(
                new Concat(1),
                new OneHotEncoder(Tensor.of(new long[] {1, 2}, 2), true),
                new Flatten(1)));
    FeaturePipeline scaled = new FeaturePipeline(List.of(new Normalizer(Norm.L1)));
    Tensor weights = Tensor.of(new float[12], 3, 4);
    ScoringOp scorer = new LinearRegressor(weights, Tensor.of(new float[0], 0), PostTransform.NONE);
    Op pipeline =
        new FeaturePipeline(
            List.of(
                new FeatureVectorizer(List.of(2, 1)), new Binarizer(0), new Normalizer(Norm.L1)));
    return Stream.of(
        new Case(dense, true, "F32 N 4", "F32 4 5", "F32 5", "F32 N 5"),
        new Case(dense, true, "F16 N 3 4", "F16 4 5", "-", "F16 N 3 5"),
        new Case(dense, false, "F32 3 N", "F32 N 5"),
        new Case(dense, false, "F32 3 N 4", "F32 4 5", "F32 N 5"),
        new Case(conv, true, "F32 N 3 8 8", "F32 6 3 3 3", "F32 6"),
        new Case(attention, true, "F32 N 4 2 8", "F32 N 2 3 8", "F32 N 2 3 5", "F32 N 1 1 3"),
        new Case(attention, true, "F32 N 4 2 8", "F32 1 4 3 8", "F32 1 4 3 5", "F32 2 3"),
        new Case(sum, true, "F32 9 4", "F32 3 4", "F32 3 4", "I64 N 3", "I64 3", "-"),
        new Case(sum, false, "F32 9 4", "F32 3 4", "I64 2 N 3", "I64 N 3"),
        new Case(bag, true, "F64 9 4", "I32 N 3"),
        new Case(bag, false, "F64 9 4", "I32 N"),
        new Case(new MatMulInteger(), true, "U8 N 4", "I8 4 5", "U8", "I8 5"),
        new Case(new MatMulInteger(), true, "U8 N 4", "I8 4 5", "U8 N 1"),
        new Case(new ConvInteger(window, 1), true, "U8 N 3 8 8", "I8 6 3 3 3", "U8", "I8 6"),
        new Case(quantizedDense, true, "U8 N 4", "F32", "-", "I8 4 5", "F32 5", "I8 5", "F32 5"),
        new Case(quantizedConv, true, "U8 N 4 8 8", "F32", "U8", "I8 6 2 3 3", "F32", "-", "F32 6"),
        new Case(pipeline, true, "F64 N 2", "F64 N 3"),
        new Case(pipeline, false, "F64 1 2", "F64 N"),
        new Case(encoding, true, "I64 N 3", "I64 N 2"),
        new Case(new ScoringPipeline(encoding, scorer), true, "F64 N 1", "F64 N 1"),
        new Case(new ScoringPipeline(scaled, scorer), true, "F32 N 4"));
  }

  private final Graph graph = new Graph();

  StructuralOpsTest() {
    graph.markRows(ROWS);
  }

  /** An input, such as {@code F32 N 4}; {@code -} stands for an absent operand. */
  private ValueId input(String type) {
    if (type.equals("-")) {
      return ValueId.ABSENT;
    }
    String[] parts = type.split(" ", -1);
    List<Extent> extents = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      extents.add(
          parts[i].equals("N") ? Extent.symbolic(ROWS) : Extent.fixed(Long.parseLong(parts[i])));
    }
    return graph.input(type, ValueType.tensor(DType.valueOf(parts[0]), Shape.of(extents)));
  }

  private List<ValueId> inputs(String... types) {
    return Stream.of(types).map(this::input).toList();
  }

  private boolean isRowwise(NodeId node) {
    return graph.op(node).isRowwise(graph.inference(node));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void typesAreThoseOfTheDecomposition(Case node) {
    List<ValueId> inputs = inputs(node.operands);
    NodeId fused = graph.add("fused", node.op, inputs);
    int before = graph.size();
    ValueId result = ((Decomposable) node.op).decompose(graph, "steps", inputs).get(0);
    assertThat(graph.types(fused)).containsExactly(graph.type(result));
    boolean areStepsRowwise =
        IntStream.range(before, graph.size())
            .mapToObj(NodeId::new)
            .filter(step -> hasRows(step))
            .allMatch(this::isRowwise);
    assertThat(isRowwise(fused)).isEqualTo(node.isRowwise).isEqualTo(areStepsRowwise);
  }

  private boolean hasRows(NodeId node) {
    Inference inference = graph.inference(node);
    return IntStream.range(0, inference.count()).anyMatch(inference::hasRows);
  }

  @Test
  void quantizationKeepsRowsUnlessItsParametersGoWithThem() {
    assertThat(isRowwise(node(new Quantize(1, DType.U8), "F32 N 3", "F32 3", "U8 3"))).isTrue();
    assertThat(isRowwise(node(new Quantize(0, DType.U8), "F32 N 3", "F32"))).isTrue();
    assertThat(isRowwise(node(new Dequantize(-1), "I8 N 3", "F32 3"))).isTrue();
    assertThat(isRowwise(node(new Dequantize(0), "I8 N 3", "F32 N"))).isFalse();
    assertThat(isRowwise(node(new DynamicQuantize(true), "F32 N 3"))).isTrue();
    assertThat(isRowwise(node(new DynamicQuantize(false), "F32 N 3"))).isFalse();
  }

  @Test
  void dynamicQuantizationHasThreeOutputs() {
    NodeId all = node(new DynamicQuantize(false), "F32 N 3");
    assertThat(graph.types(all)).hasToString("[U8[N,3], F32[], U8[]]");
    NodeId rows = node(new DynamicQuantize(true), "F32 N 3");
    assertThat(graph.types(rows)).hasToString("[U8[N,3], F32[N,1], U8[N,1]]");
  }

  private NodeId node(Op op, String... operands) {
    return graph.add("node", op, inputs(operands));
  }

  @Test
  void poolingKeepsImagesAndChannels() {
    Window window = new Window(List.of(2), List.of(1), List.of(1), List.of(1));
    NodeId pool = node(new Pool(OpKind.MAX_POOL, List.of(3), window, false), "F32 N 3 8");
    assertThat(graph.types(pool)).hasToString("[F32[N,3,4]]");
    assertThat(isRowwise(pool)).isTrue();
  }

  @Test
  void activationsAreFoundByTheirOp() {
    for (Activation activation : Activation.values()) {
      assertThat(activation.op().flatMap(Activation::of).orElse(Activation.NONE))
          .isEqualTo(activation);
    }
    assertThat(Activation.of(new ElementwiseOp.Unary(OpKind.ABS))).isEmpty();
  }
}
