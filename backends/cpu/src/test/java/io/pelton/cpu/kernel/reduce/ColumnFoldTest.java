package io.pelton.cpu.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is folded column by column, many side by side, has the bits of one run after the other. */
class ColumnFoldTest {
  private static final int ROUNDS = 12;
  private static final Transpose TURNED = new Transpose(List.of(0, 2, 1));

  private final RandomTensors tensors = new RandomTensors(8);
  private final Random random = tensors.random();

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "U8", "U64"})
  void reductions(DType dtype) {
    List<OpKind> kinds =
        List.of(
            OpKind.REDUCE_SUM,
            OpKind.REDUCE_MEAN,
            OpKind.REDUCE_PROD,
            OpKind.REDUCE_MAX,
            OpKind.REDUCE_MIN);
    for (int round = 0; round < ROUNDS; round++) {
      for (OpKind kind : kinds) {
        Reduce op = new Reduce(kind, false, false);
        Tensor x = matrices(dtype);
        Tensor found = Cpu.evaluate(op, x, axis(1));
        Tensor expected = Cpu.evaluate(op, Cpu.evaluate(TURNED, x), axis(2));
        assertThat(Cpu.elements(found)).as("%s of %s", op, x).isEqualTo(Cpu.elements(expected));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "I64", "U8"})
  void cumulations(DType dtype) {
    for (int round = 0; round < ROUNDS; round++) {
      for (OpKind kind : List.of(OpKind.CUM_SUM, OpKind.CUM_PROD)) {
        Op op = new Cumulate(kind, random.nextBoolean(), random.nextBoolean());
        Tensor x = matrices(dtype);
        Tensor found = Cpu.evaluate(op, x, axis(1));
        Tensor turned = Cpu.evaluate(op, Cpu.evaluate(TURNED, x), axis(2));
        assertThat(Cpu.elements(found))
            .as("%s of %s", op, x)
            .isEqualTo(Cpu.elements(Cpu.evaluate(TURNED, turned)));
      }
    }
  }

  private Tensor matrices(DType dtype) {
    int columns = 8 + random.nextInt(random.nextInt(8) == 0 ? 1500 : 60);
    return tensors.next(dtype, random.nextInt(4), 2 + random.nextInt(40), columns);
  }

  private static Tensor axis(long axis) {
    return Tensor.of(new long[] {axis}, 1);
  }
}
