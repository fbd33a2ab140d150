package io.pelton.cpu.vector.recurrent;

import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.CellFunction.Kind;
import io.pelton.engine.graph.RecurrentOp;
import io.pelton.engine.graph.RecurrentOp.Direction;
import io.pelton.engine.graph.RecurrentOp.Gru;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.graph.RecurrentOp.Rnn;
import io.pelton.engine.graph.RecurrentOp.Setup;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Recurrent networks have the same bits whichever loops compute their steps. */
class VectorRowsTest {
  private static final int[] HIDDEN = {1, 3, 8, 15, 16, 31, 37, 64, 100, 128, 150};

  private final Random random = new Random(6);

  @Test
  void cellsOfAllLengths() {
    for (int hidden : HIDDEN) {
      for (int gates : new int[] {1, 3, 4}) {
        int features = 1 + random.nextInt(40);
        int batch = random.nextInt(4);
        Tensor x = tensor(batch, 1 + random.nextInt(3), features);
        Tensor w = tensor(2, (long) gates * hidden, features);
        Tensor r = tensor(2, (long) gates * hidden, hidden);
        Tensor bias = tensor(2, 2L * gates * hidden);
        Tensor h = tensor(batch, 2, hidden);
        float clip = hidden % 2 == 0 ? 1.5f : Float.POSITIVE_INFINITY;
        TwinBits.assertSame(op(gates, hidden, clip), Set.of(1, 2, 3), x, w, r, bias, null, h);
        TwinBits.assertSame(op(gates, hidden, clip), Set.of(), x, w, r, bias, null, h);
      }
    }
  }

  private RecurrentOp op(int gates, int hidden, float clip) {
    int functions = gates == 4 ? 3 : gates == 3 ? 2 : 1;
    Kind[] kinds = {Kind.SIGMOID, Kind.TANH, Kind.RELU, Kind.SOFTPLUS};
    List<CellFunction> chosen = new ArrayList<>();
    for (int i = 0; i < 2 * functions; i++) {
      chosen.add(CellFunction.of(kinds[random.nextInt(kinds.length)]));
    }
    Setup setup = new Setup(Direction.BIDIRECTIONAL, hidden, chosen, clip, true);
    return switch (gates) {
      case 4 -> new Lstm(setup, random.nextBoolean());
      case 3 -> new Gru(setup, random.nextBoolean());
      default -> new Rnn(setup);
    };
  }

  private Tensor tensor(long... dims) {
    float[] numbers = new float[(int) Arrays.stream(dims).reduce(1, Math::multiplyExact)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          random.nextInt(300) == 0
              ? Float.intBitsToFloat(random.nextInt())
              : (float) random.nextGaussian() / 4;
    }
    return Tensor.of(numbers, dims);
  }
}
