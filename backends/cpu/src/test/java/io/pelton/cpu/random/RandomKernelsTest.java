package io.pelton.cpu.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.RowChecks;
import io.pelton.cpu.testing.RowNode;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.graph.RandomOp.Bernoulli;
import io.pelton.engine.graph.RandomOp.Draw;
import io.pelton.engine.graph.RandomOp.Dropout;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomKernelsTest {
  private static final RandomKey KEY = RandomKey.of(1);
  private static final int ROWS = 300;
  private static final int COLUMNS = 7;

  private static Tensor shape() {
    return Tensor.of(new long[] {ROWS, COLUMNS}, 2);
  }

  private static Tensor halves() {
    float[] values = new float[ROWS * COLUMNS];
    Arrays.fill(values, 0.5f);
    return Tensor.of(values, ROWS, COLUMNS);
  }

  /** More elements than a block of the kernels. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64", "F16", "BF16"})
  void fewerRowsAreAPrefix(DType dtype) {
    for (Draw draw : List.of(new Uniform(KEY, dtype, -1, 1), new Normal(KEY, dtype, 0.5, 2))) {
      RowNode node = new RowNode(draw, ROWS, Set.of(), Arrays.asList(shape()));
      node.run(0, ROWS);
      Object[] all = node.rows(ROWS);
      RowNode untouched = new RowNode(draw, ROWS, Set.of(), Arrays.asList(shape()));
      for (int active : new int[] {1, 147, ROWS - 1}) {
        RowNode fresh = new RowNode(draw, ROWS, Set.of(), Arrays.asList(shape()));
        fresh.run(0, active);
        assertThat(fresh.rows(active)).isEqualTo(Arrays.copyOf(all, active * COLUMNS));
        assertThat(beyond(fresh, active)).isEqualTo(beyond(untouched, active));
      }
    }
  }

  private static Object[] beyond(RowNode node, int active) {
    return Arrays.copyOfRange(node.rows(ROWS), active * COLUMNS, ROWS * COLUMNS);
  }

  @Test
  void runsAllocateNothing() {
    Tensor ratio = Tensor.of(new float[] {0.25f});
    Tensor trains = Tensor.wrap(DType.BOOL, new byte[] {1});
    check(new Uniform(KEY, DType.F32, 0, 1), Set.of(), shape());
    check(new Normal(KEY, DType.F32, 0, 1), Set.of(), shape());
    check(new Normal(KEY, DType.F64, 0, 1), Set.of(), shape());
    check(new Bernoulli(KEY), Set.of(0), halves());
    check(new Multinomial(KEY, 5, DType.I32), Set.of(0), halves());
    check(new Dropout(KEY), Set.of(0), halves(), ratio, trains);
  }

  private static void check(RandomOp op, Set<Integer> rowOperands, Tensor... operands) {
    RowNode node = new RowNode(op, ROWS, rowOperands, Arrays.asList(operands));
    RowChecks.assertNoAllocation(node, op.label(), ROWS);
  }
}
