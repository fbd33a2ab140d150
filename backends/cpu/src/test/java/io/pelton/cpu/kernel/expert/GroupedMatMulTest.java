package io.pelton.cpu.kernel.expert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.cpu.testing.RowNode;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Copy;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupedMatMulTest {
  private static final int SEEDS = 60;
  private static final GroupedMatMul OP = new GroupedMatMul(0, true);

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void rowsHaveTheBitsOfAProductWithTheirExpertsMatrix(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      long[] tokens = tensors.dims(2, 5);
      int experts = 1 + random.nextInt(5);
      int choices = 1 + random.nextInt(3);
      int inner = random.nextInt(10);
      int columns = 1 + random.nextInt(6);
      boolean isShared = random.nextBoolean();
      Tensor x =
          Decomposed.numbers(
              tensors, dtype, isShared ? join(tokens, inner) : join(tokens, choices, inner));
      Tensor weights = Decomposed.numbers(tensors, dtype, experts, inner, columns);
      Tensor chosen = chosen(random, experts, join(tokens, choices));
      Tensor bias =
          random.nextBoolean() ? null : Decomposed.numbers(tensors, dtype, experts, columns);
      Tensor found = Cpu.evaluate(OP, x, weights, chosen, bias);
      assertThat(found.dims()).containsExactly(join(tokens, choices, columns));
      Object[] elements = Cpu.elements(found);
      long[] expertOf = chosen.toLongs();
      Tensor rows = matrix(x, inner);
      for (int choice = 0; choice < expertOf.length; choice++) {
        Tensor row = slice(rows, isShared ? choice / choices : choice);
        int expert = (int) expertOf[choice];
        Tensor product = Cpu.evaluate(new MatMul(), row, slice(weights, expert));
        if (bias != null) {
          product = Cpu.evaluate(new Binary(OpKind.ADD), product, slice(bias, expert));
        }
        assertThat(Arrays.copyOfRange(elements, choice * columns, (choice + 1) * columns))
            .as("seed %d, choice %d", seed, choice)
            .isEqualTo(Cpu.elements(product));
      }
    }
  }

  private static long[] join(long[] dims, long... more) {
    long[] joined = Arrays.copyOf(dims, dims.length + more.length);
    System.arraycopy(more, 0, joined, dims.length, more.length);
    return joined;
  }

  private static Tensor chosen(Random random, int experts, long... dims) {
    int count = Cpu.count(dims);
    return random.nextBoolean()
        ? Tensor.of(random.longs(count, 0, experts).toArray(), dims)
        : Tensor.of(random.ints(count, 0, experts).toArray(), dims);
  }

  /** Packed rows of the last axis. */
  private static Tensor matrix(Tensor x, int columns) {
    Tensor packed = Cpu.evaluate(new Copy(), x);
    long rows = columns == 0 ? Cpu.count(Arrays.copyOf(x.dims(), x.dims().length - 1)) : -1;
    long count = rows < 0 ? x.layout().elements() / columns : rows;
    return new Tensor(packed.storage(), Layout.contiguous(count, columns));
  }

  /** What lies at an index of axis 0. */
  private static Tensor slice(Tensor tensor, int index) {
    Layout layout = tensor.layout();
    long[] dims = layout.dims();
    long[] strides = layout.strides();
    return new Tensor(
        tensor.storage(),
        Layout.of(
            Arrays.copyOfRange(dims, 1, dims.length),
            Arrays.copyOfRange(strides, 1, strides.length),
            layout.offset() + index * layout.stride(0)));
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "BF16"})
  void rowsDoNotDependOnTheirBatch(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    Tensor weights = Decomposed.numbers(tensors, dtype, 4, 7, 5);
    Tensor bias = Decomposed.numbers(tensors, dtype, 4, 5);
    Tensor chosen = chosen(tensors.random(), 4, 16, 2);
    for (long[] dims : new long[][] {{16, 7}, {16, 2, 7}}) {
      Tensor[] operands = {Decomposed.numbers(tensors, dtype, dims), weights, chosen, bias};
      RowChecks.assertSameBits(OP, Set.of(0, 2), operands);
      RowChecks.assertNoAllocation(OP, Set.of(0, 2), operands);
    }
  }

  @Test
  void anUnknownExpertIsRefusedWithItsRow() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2);
    Tensor weights = Tensor.of(new float[12], 3, 2, 2);
    for (int unknown : new int[] {3, -1}) {
      Tensor chosen = Tensor.of(new int[] {0, 1, 2, 0, 1, unknown, 2, 2}, 4, 2);
      RowNode node = new RowNode(OP, 4, Set.of(0, 2), List.of(x, weights, chosen));
      assertThatThrownBy(() -> node.run(0, 4))
          .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(2))
          .hasMessageContaining("'node' (GroupedMatmul), row 2")
          .hasMessageContaining("is expert " + unknown + " but should be within 0 and 2");
      node.run(0, 2);
      node.run(3, 1);
    }
  }

  @Test
  void operandsThatDoNotFitAreRefused() {
    Tensor x = Tensor.of(new float[6], 2, 3);
    Tensor weights = Tensor.of(new float[24], 4, 3, 2);
    Tensor chosen = Tensor.of(new long[4], 2, 2);
    refuses("inner lengths differ: [2,3] times [4,2,3]", x, view(weights, 4, 2, 3), chosen);
    refuses("weights should be [experts, K, N] but are [12,2]", x, view(weights, 12, 2), chosen);
    refuses("differ in axis 0", x, weights, Tensor.of(new long[4], 4, 1));
    refuses("x should be [..., K]", view(x, 1, 1, 2, 3), weights, chosen);
    refuses("chosen experts should be I32 or I64", x, weights, Tensor.of(new float[4], 2, 2));
    refuses(
        "weights should be F32 like x but is F64", x, Tensor.of(new double[24], 4, 3, 2), chosen);
    refuses("bias should be [experts, N]", x, weights, chosen, Tensor.of(new float[4], 4));
    assertThatThrownBy(() -> Cpu.evaluate(new GroupedMatMul(-1, true), x, weights, chosen))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("layer should be within 0 and 65535 but is -1");
  }

  private static Tensor view(Tensor tensor, long... dims) {
    return new Tensor(tensor.storage(), Layout.contiguous(dims));
  }

  private static void refuses(String reason, Tensor... operands) {
    assertThatThrownBy(() -> Cpu.evaluate(OP, operands))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining(reason);
  }
}
