package io.pelton.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.cpu.testing.RowNode;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Gelu.Approximation;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp.Elementwise;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RmsNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows have the same bits whatever the bucket and the number of active rows; running is free. */
class RowsTest {
  private static final int ROWS = 64;
  private static final ElementwiseProgram PROGRAM =
      new ElementwiseProgram(
          1,
          4,
          List.of(
              Instruction.of(OpKind.MUL, Ref.input(1), Ref.input(2)),
              Instruction.of(OpKind.CLIP, Ref.result(0), Ref.input(3)),
              Instruction.of(OpKind.WHERE, Ref.input(0), Ref.result(1), Ref.input(1)),
              Instruction.of(OpKind.TANH, Ref.result(2))));

  /**
   * @param rowOperands which of the operands have rows
   */
  private record Case(String name, Op op, Set<Integer> rowOperands, List<Tensor> operands) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : List.of(DType.F32, DType.F16, DType.F64, DType.I64, DType.U8)) {
      cases.addAll(numeric(dtype));
    }
    cases.addAll(floating(DType.F32));
    cases.addAll(floating(DType.BF16));
    cases.addAll(floating(DType.F64));
    cases.addAll(moving(DType.STRING));
    cases.addAll(moving(DType.I4));
    cases.addAll(moving(DType.C64));
    RandomTensors tensors = new RandomTensors(5);
    Tensor words = tensors.next(DType.STRING, ROWS, 3);
    Tensor word = tensors.next(DType.STRING, 3);
    cases.add(new Case("Equal STRING", new Binary(OpKind.EQUAL), Set.of(0), list(words, word)));
    Tensor chosen = tensors.next(DType.BOOL, ROWS, 1);
    cases.add(new Case("Where STRING", new Where(), Set.of(0, 1), list(chosen, words, word)));
    Tensor condition = tensors.next(DType.BOOL, ROWS, 1, 3);
    Tensor numbers = tensors.next(DType.F32, ROWS, 5);
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      Tensor x = tensors.next(dtype, ROWS, 7, 3);
      Tensor y = tensors.next(dtype, 7, 1);
      Tensor bound = tensors.next(dtype);
      Op fused = new Elementwise(PROGRAM);
      cases.add(new Case("Fused " + dtype, fused, Set.of(0, 1), list(condition, x, y, bound)));
    }
    cases.add(new Case("Cast to STRING", new Cast(DType.STRING), Set.of(0), list(numbers)));
    return cases.stream();
  }

  private static List<Case> numeric(DType dtype) {
    RandomTensors tensors = new RandomTensors(dtype.bits());
    Tensor x = tensors.next(dtype, ROWS, 7, 3);
    Tensor y = tensors.next(dtype, 7, 1);
    Tensor condition = tensors.next(DType.BOOL, ROWS, 1, 3);
    Tensor axis = Tensor.of(new long[] {1}, 1);
    List<Case> cases = new ArrayList<>(moving(dtype));
    for (OpKind kind : List.of(OpKind.ADD, OpKind.MUL, OpKind.MAX, OpKind.LESS, OpKind.EQUAL)) {
      cases.add(new Case(kind.label() + " " + dtype, new Binary(kind), Set.of(0), list(x, y)));
    }
    cases.add(new Case("Where " + dtype, new Where(), Set.of(0, 1), list(condition, x, y)));
    cases.add(new Case("Clip " + dtype, new Clip(), Set.of(0), list(x, tensors.next(dtype), null)));
    for (DType to : List.of(DType.F32, DType.F16, DType.I32, DType.BOOL)) {
      cases.add(new Case("Cast " + dtype + " to " + to, new Cast(to), Set.of(0), list(x)));
    }
    for (OpKind kind :
        List.of(OpKind.REDUCE_SUM, OpKind.REDUCE_MEAN, OpKind.REDUCE_MAX, OpKind.REDUCE_MIN)) {
      Op op = new Reduce(kind, false, false);
      cases.add(new Case(kind.label() + " " + dtype, op, Set.of(0), list(x, axis)));
    }
    cases.add(new Case("ArgMax " + dtype, new ArgMax(1, true, false), Set.of(0), list(x)));
    return cases;
  }

  private static List<Case> moving(DType dtype) {
    RandomTensors tensors = new RandomTensors(dtype.bits() + 100L);
    Tensor x = tensors.next(dtype, ROWS, 4, 3);
    Tensor y = tensors.next(dtype, ROWS, 4, 2);
    long[] picks = new long[ROWS * 2];
    Arrays.setAll(picks, i -> tensors.random().nextInt(8) - 4);
    Tensor indices = Tensor.of(picks, ROWS, 2);
    Tensor table = tensors.next(dtype, 4, 3);
    Tensor columns = Tensor.of(new int[] {2, -1, 0}, 3);
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("Copy " + dtype, new Copy(), Set.of(0), list(x)));
    cases.add(new Case("Concat " + dtype, new Concat(2), Set.of(0, 1), list(x, y)));
    cases.add(new Case("Gather columns " + dtype, new Gather(-1), Set.of(0), list(x, columns)));
    cases.add(new Case("Gather rows " + dtype, new Gather(0), Set.of(1), list(table, indices)));
    return cases;
  }

  private static List<Case> floating(DType dtype) {
    RandomTensors tensors = new RandomTensors(dtype.bits() + 200L);
    Tensor x = tensors.next(dtype, ROWS, 37);
    Tensor stack = tensors.next(dtype, ROWS, 3, 5);
    List<Case> cases = new ArrayList<>();
    for (OpKind kind :
        List.of(
            OpKind.RELU, OpKind.SIGMOID, OpKind.TANH, OpKind.ERF, OpKind.LOG, OpKind.SOFTPLUS)) {
      cases.add(new Case(kind.label() + " " + dtype, new Unary(kind), Set.of(0), list(x)));
    }
    cases.add(new Case("Softmax " + dtype, new Softmax(-1, false), Set.of(0), list(x)));
    cases.add(new Case("Softmax inner " + dtype, new Softmax(1, false), Set.of(0), list(stack)));
    cases.add(new Case("Softmax flat " + dtype, new Softmax(1, true), Set.of(0), list(stack)));
    Tensor scale = tensors.next(dtype, 5);
    cases.add(new Case("Gelu " + dtype, new Gelu(Approximation.NONE), Set.of(0), list(stack)));
    cases.add(
        new Case("LayerNorm " + dtype, new LayerNorm(-1, 1e-5f), Set.of(0), list(stack, scale)));
    cases.add(new Case("RmsNorm " + dtype, new RmsNorm(2, 1e-5f), Set.of(0), list(stack, scale)));
    List<Tensor> channels = new ArrayList<>(list(stack));
    for (int i = 0; i < 4; i++) {
      channels.add(tensors.next(dtype, 3));
    }
    cases.add(new Case("BatchNorm " + dtype, new BatchNorm(1e-5), Set.of(0), channels));
    Op product = new MatMul();
    cases.add(new Case("MatMul " + dtype, product, Set.of(0), list(x, tensors.next(dtype, 37, 6))));
    cases.add(
        new Case("MatMul vector " + dtype, product, Set.of(0), list(x, tensors.next(dtype, 37))));
    cases.add(
        new Case(
            "MatMul stack " + dtype, product, Set.of(0), list(stack, tensors.next(dtype, 5, 2))));
    Tensor matrices = tensors.next(dtype, ROWS, 5, 4);
    cases.add(new Case("MatMul pairs " + dtype, product, Set.of(0, 1), list(stack, matrices)));
    Tensor weights = tensors.next(dtype, 6, 37);
    Op gemm = new Gemm(0.5f, 2, false, true);
    cases.add(new Case("Gemm " + dtype, gemm, Set.of(0), list(x, weights, tensors.next(dtype, 6))));
    return cases;
  }

  private static List<Tensor> list(Tensor... operands) {
    return Arrays.asList(operands);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anyNumberOfRowsGivesTheSameBits(Case node) {
    RowNode all = new RowNode(node.op, ROWS, node.rowOperands, node.operands);
    all.run(0, ROWS);
    Object[] expected = all.rows(ROWS);
    int perRow = expected.length / ROWS;
    for (int bucket : new int[] {1, 7, 64}) {
      RowNode part = new RowNode(node.op, bucket, node.rowOperands, node.operands);
      for (int active : new int[] {bucket, (bucket + 1) / 2}) {
        for (int from = 0; from < ROWS; from += active) {
          int count = Math.min(active, ROWS - from);
          part.run(from, count);
          assertThat(part.rows(count))
              .as("bucket %d, rows %d to %d", bucket, from, from + count)
              .isEqualTo(Arrays.copyOfRange(expected, from * perRow, (from + count) * perRow));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void nativeMemoryGetsTheSameBits(Case node) {
    RowNode all = new RowNode(node.op, ROWS, node.rowOperands, node.operands);
    all.run(0, ROWS);
    Object[] expected = all.rows(ROWS);
    assertThat(all.writesNative()).isEqualTo(!(expected[0] instanceof String));
    if (all.writesNative()) {
      for (int bucket : new int[] {1, 7, 64}) {
        RowChecks.assertSameBitsInNativeMemory(
            node.op, bucket, node.rowOperands, node.operands, expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aWarmRunToNativeMemoryAllocatesNothing(Case node) {
    RowNode warm = new RowNode(node.op, ROWS, node.rowOperands, node.operands);
    if (warm.writesNative()) {
      RowChecks.assertNoAllocation(
          RowNode.toNative(node.op, ROWS, node.rowOperands, node.operands), node.name, ROWS);
    }
  }

  /** Spelling floats makes strings. */
  static Stream<Case> withoutSpelling() {
    return cases().filter(node -> !node.name.equals("Cast to STRING"));
  }

  @ParameterizedTest
  @MethodSource("withoutSpelling")
  void aWarmRunAllocatesNothing(Case node) {
    RowNode warm = new RowNode(node.op, ROWS, node.rowOperands, node.operands);
    for (int i = 0; i < 200; i++) {
      warm.run(0, ROWS);
    }
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100; i++) {
      warm.run(0, ROWS);
    }
    assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 100).isZero();
  }
}
