package io.pelton.cpu.kernel.recurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.CellFunction.Kind;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.RecurrentOp;
import io.pelton.engine.graph.RecurrentOp.Direction;
import io.pelton.engine.graph.RecurrentOp.Gru;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.graph.RecurrentOp.Rnn;
import io.pelton.engine.graph.RecurrentOp.Setup;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Networks against the formulas of their definition, written out element by element. */
class RecurrentTest {
  private static final int SEEDS = 150;

  private final List<Tensor> operands = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void networksFollowTheirFormulas(DType dtype) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      RecurrentOp op = draw(random);
      draw(random, op, dtype);
      Tensor[] given = operands.toArray(new Tensor[0]);
      Value[] found = new Evaluator(Cpu.BACKEND, new Prepared()).evaluate("node", op, given);
      double[][] expected = new ReferenceNetwork(op, given).outputs();
      double tolerance =
          switch (dtype) {
            case F64 -> 1e-12;
            case F32 -> 2e-5;
            case F16 -> 4e-3;
            default -> 3e-2;
          };
      assertThat(found).hasSize(expected.length);
      for (int slot = 0; slot < found.length; slot++) {
        assertThat(((Tensor) found[slot]).dtype()).isEqualTo(dtype);
        double[] elements = ((Tensor) found[slot]).toDoubles();
        for (double[] row : new double[][] {elements, expected[slot]}) {
          Arrays.setAll(row, i -> row[i] / Math.max(1, Math.abs(row[i]) / 8));
        }
        assertThat(elements)
            .as("%s, seed %d, slot %d", op, seed, slot)
            .containsExactly(expected[slot], within(tolerance));
      }
    }
  }

  private static RecurrentOp draw(Random random) {
    Direction direction = List.of(Direction.values()).get(random.nextInt(3));
    int cell = random.nextInt(3);
    List<CellFunction> functions = new ArrayList<>();
    for (int i = 0; i < direction.count() * (cell + 1); i++) {
      Kind[] usual = {Kind.SIGMOID, Kind.TANH};
      Kind kind =
          random.nextInt(3) > 0
              ? usual[random.nextInt(2)]
              : List.of(Kind.values()).get(random.nextInt(Kind.values().length));
      functions.add(new CellFunction(kind, kind.hasAlpha() ? 0.25f : 0, kind.hasBeta() ? 0.5f : 0));
    }
    float clip = random.nextInt(3) == 0 ? 0.75f : Float.POSITIVE_INFINITY;
    Setup setup =
        new Setup(direction, 1 + random.nextInt(4), functions, clip, random.nextBoolean());
    return switch (cell) {
      case 0 -> new Rnn(setup);
      case 1 -> new Gru(setup, random.nextBoolean());
      default -> new Lstm(setup, random.nextBoolean());
    };
  }

  private void draw(Random random, RecurrentOp op, DType dtype) {
    operands.clear();
    int steps = random.nextInt(5);
    int batch = random.nextInt(4);
    int features = 1 + random.nextInt(6);
    int directions = op.setup().direction().count();
    int hidden = op.setup().hidden();
    int gates = op.gates();
    boolean isBatchFirst = op.setup().isBatchFirst();
    long[] state =
        isBatchFirst
            ? new long[] {batch, directions, hidden}
            : new long[] {directions, batch, hidden};
    operands.add(
        isBatchFirst
            ? numbers(random, dtype, batch, steps, features)
            : numbers(random, dtype, steps, batch, features));
    operands.add(numbers(random, dtype, directions, (long) gates * hidden, features));
    operands.add(numbers(random, dtype, directions, (long) gates * hidden, hidden));
    boolean isPlain = random.nextInt(4) == 0;
    operands.add(isPlain ? null : numbers(random, dtype, directions, 2L * gates * hidden));
    int[] lengths = random.ints(batch, 0, steps + 1).toArray();
    operands.add(random.nextBoolean() ? null : Tensor.of(lengths, batch));
    operands.add(random.nextBoolean() ? null : numbers(random, dtype, state));
    if (op instanceof Lstm) {
      operands.add(random.nextBoolean() ? null : numbers(random, dtype, state));
      operands.add(random.nextBoolean() ? null : numbers(random, dtype, directions, 3L * hidden));
    }
  }

  private static Tensor numbers(Random random, DType dtype, long... dims) {
    float[] data = new float[Cpu.count(dims)];
    for (int i = 0; i < data.length; i++) {
      data[i] = (float) random.nextGaussian() * 0.6f;
    }
    return Cpu.evaluate(new Cast(dtype), Tensor.of(data, dims));
  }

  private static Setup plain(Direction direction, int functions) {
    return new Setup(
        direction,
        1,
        List.of(CellFunction.of(Kind.RELU), CellFunction.of(Kind.RELU), CellFunction.of(Kind.RELU))
            .subList(0, functions),
        Float.POSITIVE_INFINITY,
        false);
  }

  private static Tensor floats(float[] data, long... dims) {
    return Tensor.of(data, dims);
  }

  @Test
  void aReverseNetworkBeginsAtTheEndOfItsSequence() {
    Value[] found =
        new Evaluator(Cpu.BACKEND, new Prepared())
            .evaluate(
                "node",
                new Rnn(plain(Direction.REVERSE, 1)),
                new Value[] {
                  floats(new float[] {1, 10, 2, 20, 3, 30}, 3, 2, 1),
                  floats(new float[] {1}, 1, 1, 1),
                  floats(new float[] {2}, 1, 1, 1),
                  null,
                  Tensor.of(new int[] {2, 0}, 2)
                });
    assertThat(((Tensor) found[0]).toFloats()).containsExactly(5, 0, 2, 0, 0, 0);
    assertThat(((Tensor) found[1]).toFloats()).containsExactly(5, 0);
  }

  @Test
  void aLengthBeyondTheStepsIsRefused() {
    Value[] operands = {
      floats(new float[2], 1, 2, 1),
      floats(new float[1], 1, 1, 1),
      floats(new float[1], 1, 1, 1),
      null,
      Tensor.of(new int[] {1, 2}, 2)
    };
    Evaluator evaluator = new Evaluator(Cpu.BACKEND, new Prepared());
    assertThatThrownBy(
            () -> evaluator.evaluate("node", new Rnn(plain(Direction.FORWARD, 1)), operands))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("a sequence should have 0 to 1 steps but has 2");
  }

  @Test
  void weightsOfAnotherSizeAreRefused() {
    Tensor x = floats(new float[2], 1, 1, 2);
    Tensor w = floats(new float[1], 1, 1, 1);
    assertThatThrownBy(() -> Cpu.evaluate(new Rnn(plain(Direction.FORWARD, 1)), x, w, w))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("weights should be [1,1,2] but are [1,1,1]");
    assertThatThrownBy(() -> Cpu.evaluate(new Rnn(plain(Direction.FORWARD, 2)), x, w, w))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("has 2 functions instead of 1 per direction");
  }
}
