package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.List;
import java.util.function.Supplier;

/** Recurrent networks. */
final class RecurrentDraws {
  /** The peer computes the first six; of the others it mistakes the parameters, or dies. */
  private static final List<String> FUNCTIONS =
      List.of(
          "Sigmoid",
          "Tanh",
          "Relu",
          "Softsign",
          "HardSigmoid",
          "Affine",
          "Softplus",
          "LeakyRelu",
          "ThresholdedRelu",
          "ScaledTanh",
          "Elu");

  private static final int KNOWN = 6;
  private static final List<String> WITH_ALPHA =
      List.of("HardSigmoid", "Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "Elu");
  private static final List<String> WITH_BETA = List.of("HardSigmoid", "Affine", "ScaledTanh");

  private RecurrentDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("RNN", FLOATS, node -> draw(node, 1, 1));
    draws.add("GRU", FLOATS, node -> draw(node, 3, 2));
    draws.add("LSTM", FLOATS, node -> draw(node, 4, 3));
  }

  /**
   * @param functions of one direction
   */
  private static void draw(NodeCase node, int gates, int functions) {
    Draw draw = node.draw();
    boolean isLstm = gates == 4;
    String direction = draw.one("forward", "reverse", "bidirectional");
    int directions = direction.equals("bidirectional") ? 2 : 1;
    long hidden = draw.between(1, 4);
    long features = draw.between(1, 4);
    long steps = draw.between(1, 5);
    int rows = draw.between(1, 4);
    boolean isBatchFirst = node.since(14) && draw.chance(0.3);
    node.input(
        isBatchFirst ? small(node, rows, steps, features) : small(node, steps, rows, features));
    node.operand(small(node, directions, gates * hidden, features));
    node.operand(small(node, directions, gates * hidden, hidden));
    optional(node, 0.6, () -> small(node, directions, 2L * gates * hidden));
    optional(node, 0.4, () -> Values.longs(DType.I32, () -> draw.between(0, (int) steps), rows));
    int states = isLstm ? 2 : 1;
    for (int state = 0; state < states; state++) {
      optional(
          node,
          0.5,
          () ->
              isBatchFirst
                  ? small(node, rows, directions, hidden)
                  : small(node, directions, rows, hidden));
    }
    if (isLstm) {
      optional(node, 0.4, () -> small(node, directions, 3 * hidden));
    }
    node.outputs(draw.between(1, states + 1));
    addAttributes(node, direction, hidden, isBatchFirst);
    addFunctions(node, functions * directions);
    node.sums();
  }

  private static void optional(NodeCase node, double chance, Supplier<Tensor> operand) {
    if (node.draw().chance(chance)) {
      node.operand(operand.get());
    } else {
      node.absent();
    }
  }

  /** So small that differences of rounding don't grow from step to step. */
  private static Tensor small(NodeCase node, long... dims) {
    return Values.floats(node.dtype(), () -> 0.3 * node.draw().normalOrSimple(), dims);
  }

  private static void addAttributes(
      NodeCase node, String direction, long hidden, boolean isBatchFirst) {
    Draw draw = node.draw();
    node.attribute(integer("hidden_size", hidden));
    if (!direction.equals("forward") || draw.chance(0.3)) {
      node.attribute(text("direction", direction));
    }
    if (isBatchFirst || (node.since(14) && draw.chance(0.2))) {
      node.attribute(integer("layout", isBatchFirst ? 1 : 0));
    }
    boolean isLstm = node.op().equals("LSTM");
    if (draw.chance(isLstm ? 0.1 : 0.3)) {
      node.attribute(number("clip", draw.between(1, 8) / 4f));
      if (isLstm) {
        node.beyondPeer("it leaves the argument of the last function as it is");
      }
    }
    if (node.op().equals("GRU") && draw.chance(0.6)) {
      node.attribute(integer("linear_before_reset", draw.below(2)));
    }
    if (isLstm && draw.chance(0.4)) {
      node.attribute(integer("input_forget", draw.below(2)));
    }
    if (!node.since(7) && draw.chance(0.3)) {
      node.attribute(integer("output_sequence", draw.below(2)));
    }
  }

  private static void addFunctions(NodeCase node, int count) {
    Draw draw = node.draw();
    if (draw.chance(0.4)) {
      return;
    }
    boolean isKnown = draw.chance(0.7);
    List<String> functions = isKnown ? FUNCTIONS.subList(0, KNOWN) : FUNCTIONS;
    List<String> names = draw.many(count, i -> draw.one(functions));
    node.attribute(texts("activations", names.toArray(new String[0])));
    addParameters(node, "activation_alpha", names.stream().filter(WITH_ALPHA::contains).count());
    addParameters(node, "activation_beta", names.stream().filter(WITH_BETA::contains).count());
    boolean isTwofold = count == 2 && node.op().equals("RNN");
    if (isTwofold && names.stream().anyMatch(WITH_ALPHA::contains)) {
      node.beyondPeer("it dies over parameters of the functions of two directions");
    }
    if (!isKnown) {
      node.beyondPeer("it mistakes the parameters of some functions, and dies over others");
    }
  }

  private static void addParameters(NodeCase node, String name, long takers) {
    if (takers == 0) {
      return;
    }
    boolean isComplete = node.draw().chance(0.7);
    if (!isComplete) {
      node.beyondPeer("missing parameters are 0, not \"the same as of corresponding operators\"");
    }
    float[] parameters = new float[isComplete ? (int) takers : node.draw().below((int) takers)];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = node.draw().between(1, 6) / 8f;
    }
    if (parameters.length > 0) {
      node.attribute(numbers(name, parameters));
    }
  }
}
