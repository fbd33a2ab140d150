package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RNN, GRU and LSTM over sequences of different lengths. */
class RecurrentCasesTest {
  private static final int STEPS = 4;
  private static final int INPUTS = 2;
  private static final int HIDDEN = 3;

  /** Sums up its inputs. */
  private static List<Tensor> sums(String direction, Tensor x, long... lengths) {
    int directions = direction.equals("bidirectional") ? 2 : 1;
    double[] ones = {1, 1};
    Tensor weights = shaped(DType.F32, Arrays.copyOf(ones, directions), directions, 1, 1);
    String[] functions = {"Affine", "Affine"};
    return FieldModel.onnx(14)
        .value("x", x)
        .value("w", weights)
        .value("r", weights)
        .value("n", longs(DType.I32, lengths))
        .node(
            "RNN",
            "x,w,r,,n",
            "y,h",
            integer("hidden_size", 1),
            text("direction", direction),
            texts("activations", Arrays.copyOf(functions, directions)),
            numbers("activation_alpha", Arrays.copyOf(new float[] {1, 1}, directions)),
            numbers("activation_beta", Arrays.copyOf(new float[] {0, 0}, directions)))
        .output("y")
        .output("h")
        .runAll();
  }

  private static Tensor pairs() {
    return shaped(DType.F32, new double[] {1, 1, 2, 2, 4, 4}, 3, 2, 1);
  }

  @Test
  void b10BackwardsStartsAtEachRowsOwnEnd() {
    List<Tensor> forward = sums("forward", pairs(), 2, 3);
    assertThat(forward.get(0).toDoubles()).containsExactly(1, 1, 3, 3, 0, 7);
    assertThat(forward.get(1).toDoubles()).containsExactly(3, 7);
    List<Tensor> reverse = sums("reverse", pairs(), 2, 3);
    assertThat(reverse.get(0).toDoubles()).containsExactly(3, 7, 2, 6, 0, 4);
    assertThat(reverse.get(1).toDoubles()).containsExactly(3, 7);
  }

  @Test
  void b10BothDirectionsEndAtTheLength() {
    Tensor x = shaped(DType.F32, new double[] {1, 2, 4}, 3, 1, 1);
    List<Tensor> both = sums("bidirectional", x, 2);
    assertThat(both.get(0).toDoubles()).containsExactly(1, 3, 3, 2, 0, 0);
    assertThat(both.get(1).toDoubles()).containsExactly(3, 3);
  }

  @Test
  void b10LengthsAreWithinTheSteps() {
    for (String direction : List.of("forward", "reverse", "bidirectional")) {
      for (long[] lengths : new long[][] {{2, 4}, {-1, 3}}) {
        int directions = direction.equals("bidirectional") ? 2 : 1;
        Tensor weights = shaped(DType.F32, new double[directions], directions, 1, 1);
        FieldModel.onnx(14)
            .value("x", pairs())
            .value("w", weights)
            .value("r", weights)
            .value("n", longs(DType.I32, lengths))
            .node("RNN", "x,w,r,,n", "y", integer("hidden_size", 1), text("direction", direction))
            .output("y")
            .refuses("should have 0 to 3 steps");
      }
    }
  }

  @Test
  void b10SequencesOfNoStepsGiveZeros() {
    List<Tensor> none = sums("reverse", pairs(), 0, 3);
    assertThat(none.get(0).toDoubles()).containsExactly(0, 7, 0, 6, 0, 4);
    assertThat(none.get(1).toDoubles()).containsExactly(0, 7);
  }

  /**
   * Every network, direction and layout: a sequence gives in the batch what its valid steps give
   * alone, in their order, and zeros where it has none.
   */
  @ParameterizedTest
  @CsvSource({"RNN, 1", "GRU, 3", "LSTM, 4"})
  void b10EverySequenceIsAsIfAlone(String op, int gates) {
    long[] lengths = {4, 0, 2, 1};
    for (String direction : List.of("forward", "reverse", "bidirectional")) {
      for (int layout : List.of(0, 1)) {
        Network network = new Network(op, gates, direction, layout);
        List<Tensor> together = network.run(lengths, STEPS, 0, 1, 2, 3);
        for (int sequence = 0; sequence < lengths.length; sequence++) {
          int steps = (int) lengths[sequence];
          List<double[]> found = network.split(together, sequence, lengths.length, STEPS);
          double[] all = found.get(0);
          int width = network.directions * HIDDEN;
          double[] beyond = Arrays.copyOfRange(all, steps * width, all.length);
          assertThat(beyond).isEqualTo(new double[beyond.length]);
          if (steps == 0) {
            for (int state = 1; state < found.size(); state++) {
              assertThat(found.get(state)).isEqualTo(new double[width]);
            }
            continue;
          }
          List<Tensor> own = network.run(null, steps, sequence);
          List<double[]> alone = network.split(own, 0, 1, steps);
          assertThat(Arrays.copyOf(all, steps * width)).isEqualTo(alone.get(0));
          for (int state = 1; state < found.size(); state++) {
            assertThat(found.get(state)).isEqualTo(alone.get(state));
          }
        }
      }
    }
  }

  /** A network with weights of its own, and four sequences. */
  private static final class Network {
    private final String op;
    private final int gates;
    private final String direction;
    private final int layout;
    private final int directions;
    private final double[] x = draw(1, 4 * STEPS * INPUTS);
    private final double[] states;

    Network(String op, int gates, String direction, int layout) {
      this.op = op;
      this.gates = gates;
      this.direction = direction;
      this.layout = layout;
      this.directions = direction.equals("bidirectional") ? 2 : 1;
      this.states = draw(2, 4 * directions * HIDDEN);
    }

    private static double[] draw(long seed, int count) {
      Random random = new Random(seed);
      double[] numbers = new double[count];
      Arrays.setAll(numbers, i -> (float) random.nextGaussian());
      return numbers;
    }

    private Tensor weights(int seed, int... dims) {
      int count = directions * Arrays.stream(dims).reduce(1, Math::multiplyExact);
      long[] shape = new long[dims.length + 1];
      shape[0] = directions;
      for (int axis = 0; axis < dims.length; axis++) {
        shape[axis + 1] = dims[axis];
      }
      return shaped(DType.F32, draw(seed, count), shape);
    }

    List<Tensor> run(long[] lengths, int steps, int... sequences) {
      int batch = sequences.length;
      double[] steady = new double[batch * steps * INPUTS];
      double[] begin = new double[batch * directions * HIDDEN];
      for (int row = 0; row < batch; row++) {
        for (int step = 0; step < steps; step++) {
          int to = layout == 1 ? row * steps + step : step * batch + row;
          int from = sequences[row] * STEPS + step;
          System.arraycopy(x, from * INPUTS, steady, to * INPUTS, INPUTS);
        }
        for (int way = 0; way < directions; way++) {
          int to = layout == 1 ? row * directions + way : way * batch + row;
          int from = sequences[row] * directions + way;
          System.arraycopy(states, from * HIDDEN, begin, to * HIDDEN, HIDDEN);
        }
      }
      boolean isBatchFirst = layout == 1;
      Tensor first =
          isBatchFirst
              ? shaped(DType.F32, begin, batch, directions, HIDDEN)
              : shaped(DType.F32, begin, directions, batch, HIDDEN);
      FieldModel model =
          FieldModel.onnx(14)
              .value(
                  "x",
                  isBatchFirst
                      ? shaped(DType.F32, steady, batch, steps, INPUTS)
                      : shaped(DType.F32, steady, steps, batch, INPUTS))
              .value("w", weights(3, gates * HIDDEN, INPUTS))
              .value("r", weights(4, gates * HIDDEN, HIDDEN))
              .value("b", weights(5, 2 * gates * HIDDEN))
              .value("h", first);
      if (lengths != null) {
        model.value("n", longs(DType.I32, lengths));
      }
      boolean hasCell = op.equals("LSTM");
      List<AttributeProto> attributes =
          new ArrayList<>(
              List.of(
                  integer("hidden_size", HIDDEN),
                  integer("layout", layout),
                  text("direction", direction)));
      String inputs = "x,w,r,b," + (lengths == null ? "" : "n") + ",h" + (hasCell ? ",h" : "");
      model
          .node(op, inputs, hasCell ? "y,e,c" : "y,e", attributes.toArray(new AttributeProto[0]))
          .output("y")
          .output("e");
      return (hasCell ? model.output("c") : model).runAll();
    }

    /** One sequence's outputs [steps, directions, hidden], then its states [directions, hidden]. */
    List<double[]> split(List<Tensor> outputs, int row, int batch, int steps) {
      List<double[]> own = new ArrayList<>();
      double[] all = outputs.get(0).toDoubles();
      double[] y = new double[steps * directions * HIDDEN];
      for (int step = 0; step < steps; step++) {
        for (int way = 0; way < directions; way++) {
          int from =
              layout == 1
                  ? (row * steps + step) * directions + way
                  : (step * directions + way) * batch + row;
          System.arraycopy(all, from * HIDDEN, y, (step * directions + way) * HIDDEN, HIDDEN);
        }
      }
      own.add(y);
      for (Tensor state : outputs.subList(1, outputs.size())) {
        double[] ends = new double[directions * HIDDEN];
        for (int way = 0; way < directions; way++) {
          int from = layout == 1 ? row * directions + way : way * batch + row;
          System.arraycopy(state.toDoubles(), from * HIDDEN, ends, way * HIDDEN, HIDDEN);
        }
        own.add(ends);
      }
      return own;
    }
  }
}
