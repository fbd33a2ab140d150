package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.AttentionOp;
import io.pelton.engine.graph.ConvOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.EmbeddingOp;
import io.pelton.engine.graph.ExpertOp;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkEstimateTest {
  private final Graph graph = new Graph();

  @Test
  void aProductTakesTwiceItsInnerLengthForEachElement() {
    ValueId a = input(DType.F32, 7, 4, 5);
    ValueId b = input(DType.F32, 5, 6);
    assertThat(work(graph.apply("y", new LinalgOp.MatMul(), a, b)))
        .isEqualTo(new Work(7 * 4 * 6 * 5 * 2, (7 * 4 * 5 + 5 * 6) * 4, 7 * 4 * 6 * 4));
    ValueId transposed = input(DType.F64, 5, 4);
    ValueId right = input(DType.F64, 5, 6);
    ValueId addend = input(DType.F64, 6);
    assertThat(
            work(graph.apply("y", new LinalgOp.Gemm(1, 1, true, false), transposed, right, addend)))
        .isEqualTo(new Work(4 * 6 * 5 * 2 + 4 * 6 * 2, (20 + 30 + 6) * 8, 24 * 8));
  }

  @Test
  void aSumTakesEachElementOnceAndNoPlanOperand() {
    ValueId axes = graph.constant("axes", Tensor.of(new long[] {1}, 1));
    ValueId x = input(DType.F16, 3, 9);
    assertThat(
            work(graph.apply("y", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), x, axes)))
        .isEqualTo(new Work(27, 54, 6));
  }

  @Test
  void viewsAndConstantsTakeNothing() {
    ValueId x = input(DType.F32, 3, 9);
    assertThat(work(graph.apply("y", new ElementwiseOp.Identity(), x))).isEqualTo(Work.NONE);
    assertThat(work(graph.apply("y", new ShapeOp.ShapeOf(0, 2), x))).isEqualTo(Work.NONE);
    assertThat(work(graph.constant("c", Tensor.of(new float[9], 9)))).isEqualTo(Work.NONE);
    assertThat(work(x)).isEqualTo(Work.NONE);
  }

  @Test
  void ofATableOnlyTheRowsThatAreAskedForAreRead() {
    ValueId table = input(DType.F32, 30_000, 8);
    ValueId indices = input(DType.I64, 3);
    assertThat(work(graph.apply("y", new ShapeOp.Gather(0), table, indices)))
        .isEqualTo(new Work(0, 3 * 8 * 4 + 3 * 8, 3 * 8 * 4));
  }

  @Test
  void linearModelsTakeTheirCoefficientsForEveryRow() {
    Tensor coefficients = Tensor.of(new float[12], 3, 4);
    ScoringOp op =
        new ScoringOp.LinearRegressor(coefficients, Tensor.of(new float[0], 0), PostTransform.NONE);
    assertThat(work(graph.apply("y", op, input(DType.F32, 10, 4))).flops()).isEqualTo(2 * 10 * 12);
    assertThat(work(graph.apply("y", op, input(DType.F32, 4))).flops()).isEqualTo(2 * 12);
    FeaturePipeline front = new FeaturePipeline(List.of(new Binarizer(0), new Binarizer(1)));
    ScoringOp both = new ScoringOp.ScoringPipeline(front, op);
    assertThat(work(graph.apply("y", both, input(DType.F32, 10, 4))).flops())
        .isEqualTo(2 * 10 * 12 + 2 * 2 * 10 * 4);
  }

  @Test
  void aConvolutionTakesOneKernelForEachElement() {
    ValueId x = input(DType.F32, 2, 6, 10, 10);
    ValueId w = input(DType.F32, 4, 3, 5, 5);
    ConvOp op = new ConvOp.Conv(Window.plain(2), 2, Activation.NONE);
    assertThat(work(graph.apply("y", op, x, w)).flops()).isEqualTo(2L * 2 * 4 * 36 * 3 * 25);
  }

  @Test
  void attentionTakesBothProductsAndTheScores() {
    ValueId q = input(DType.F32, 2, 3, 4, 8);
    ValueId k = input(DType.F32, 2, 3, 5, 8);
    ValueId v = input(DType.F32, 2, 3, 5, 7);
    AttentionOp op = new AttentionOp.Attention(AttentionOp.Scaling.NONE, 1, false);
    assertThat(work(graph.apply("y", op, q, k, v)).flops())
        .isEqualTo(2 * 3 * 4 * 5 * (2 * 8 + 2 * 7 + 20));
  }

  @Test
  void aFusedLoopTakesWhatItsInstructionsTake() {
    ElementwiseProgram program =
        new ElementwiseProgram(
            0,
            2,
            List.of(
                Instruction.of(OpKind.ADD, Ref.input(0), Ref.input(1)),
                Instruction.of(OpKind.TANH, Ref.result(0))));
    ValueId y =
        graph.apply(
            "y", new FusedOp.Elementwise(program), input(DType.F32, 3, 4), input(DType.F32, 4));
    assertThat(work(y)).isEqualTo(new Work(12 * (1 + 16), 12 * 4 + 4 * 4, 12 * 4));
  }

  @Test
  void embeddingsReadTheRowsThatTheyPick() {
    ValueId words = input(DType.F32, 30_000, 8);
    ValueId types = input(DType.F32, 2, 8);
    ValueId wordIds = input(DType.I64, 5);
    ValueId typeIds = input(DType.I64, 5);
    assertThat(
            work(graph.apply("y", new EmbeddingOp.EmbeddingSum(), words, types, wordIds, typeIds)))
        .isEqualTo(new Work(2 * 40, 2 * 40 * 4 + 2 * 40, 40 * 4));
    ValueId bags = input(DType.I64, 5, 6);
    assertThat(work(graph.apply("y", new EmbeddingOp.EmbeddingBag(OpKind.REDUCE_SUM), words, bags)))
        .isEqualTo(new Work(30 * 8, 30 * 8 * 4 + 30 * 8, 40 * 4));
  }

  @Test
  void ofExpertsOnlyThoseThatCanBeChosenAreRead() {
    ValueId x = input(DType.F32, 3, 5);
    ValueId weights = input(DType.F32, 100, 5, 7);
    ValueId chosen = input(DType.I32, 3, 2);
    ValueId bias = input(DType.F32, 100, 7);
    ExpertOp op = new ExpertOp.GroupedMatMul(0, true);
    assertThat(work(graph.apply("y", op, x, weights, chosen)))
        .isEqualTo(new Work(2 * 5 * 42, (15 + 6 * 35 + 6) * 4, 42 * 4));
    assertThat(work(graph.apply("y", op, x, weights, chosen, bias)))
        .isEqualTo(new Work(11 * 42, (15 + 6 * 35 + 6 * 7 + 6) * 4, 42 * 4));
    ValueId many = input(DType.I64, 3, 200);
    assertThat(work(graph.apply("y", op, x, weights, many)).bytesRead())
        .isEqualTo((15 + 3500) * 4 + 600 * 8);
  }

  @Test
  void ofATargetOnlyWhatChangesIsWritten() {
    ValueId target = input(DType.F32, 100, 8);
    ValueId row = input(DType.F32, 1, 8);
    assertThat(
            work(
                graph.apply(
                    "y", new MutationOp.WriteSlice(0, DynScalar.of(3), false), target, row)))
        .isEqualTo(new Work(0, 32, 32));
    assertThat(work(graph.apply("y", new MutationOp.ZeroFill(), target)))
        .isEqualTo(new Work(0, 0, 3200));
    assertThat(work(graph.apply("y", new MutationOp.InPlace(OpKind.EXP), target)).flops())
        .isEqualTo(16 * 800);
    assertThat(work(graph.apply("y", new MutationOp.Release(), target))).isEqualTo(Work.NONE);
  }

  @Test
  void rowsCountAtTheirUpperBoundOrAsAsked() {
    SymbolId rows = new SymbolId("rows");
    graph.markRows(rows);
    Shape shape = Shape.of(Extent.symbolic(rows, 100), Extent.fixed(3));
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, shape));
    ValueId y = graph.apply("y", new ElementwiseOp.Unary(OpKind.RELU), x);
    assertThat(work(y)).isEqualTo(new Work(300, 1200, 1200));
    assertThat(CostFunction.BY_OP.work(NodeExtents.atRows(graph, y.node(), 7)))
        .isEqualTo(new Work(21, 84, 84));
  }

  @Test
  void elementsBelowAByteAreCountedInBits() {
    ValueId y = graph.apply("y", new ShapeOp.Copy(), input(DType.I4, 10));
    assertThat(work(y)).isEqualTo(new Work(0, 5, 5));
  }

  @Test
  void whatIsTooLargeStopsAtTheMaximum() {
    ValueId x = input(DType.F32, 1L << 27, 1L << 27);
    Work work = work(graph.apply("y", new LinalgOp.MatMul(), x, x));
    assertThat(work.flops()).isEqualTo(Long.MAX_VALUE);
    assertThat(work.bytes()).isPositive();
    assertThat(work(graph.apply("z", new ViewOp.Transpose(List.of(1, 0)), x))).isEqualTo(Work.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Work(-1, 2, 3))
        .withMessageContaining("-1 flops, 2 bytes read, 3 bytes written");
  }

  private ValueId input(DType dtype, long... dims) {
    return graph.input("x", ValueType.tensor(dtype, Shape.fixed(dims)));
  }

  private Work work(ValueId value) {
    return CostFunction.BY_OP.work(NodeExtents.of(graph, value.node()));
  }
}
