package io.pelton.onnx.op;

import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.CellFunction.Kind;
import io.pelton.engine.graph.RecurrentOp.Direction;
import io.pelton.engine.graph.RecurrentOp.Gru;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.graph.RecurrentOp.Rnn;
import io.pelton.engine.graph.RecurrentOp.Setup;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;
import java.util.Locale;

/** Recurrent networks. */
final class RecurrentOperators {
  private static final int OUTPUT_SEQUENCE_ENDS = 7;
  private static final int LAYOUT_BEGINS = 14;
  private static final int LINEAR_RESET_BEGINS = 3;

  private RecurrentOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("RNN", 1, RecurrentOperators::rnn);
    ops.add("GRU", 1, RecurrentOperators::gru);
    ops.add("LSTM", 1, RecurrentOperators::lstm);
  }

  private static List<ValueId> rnn(OnnxNode node) {
    node.expect(3, 6);
    return node.apply(new Rnn(setup(node, Kind.TANH)));
  }

  private static List<ValueId> gru(OnnxNode node) {
    node.expect(3, 6);
    boolean resetsLinear =
        node.opset() >= LINEAR_RESET_BEGINS && node.attributes().flag("linear_before_reset", false);
    return node.apply(new Gru(setup(node, Kind.SIGMOID, Kind.TANH), resetsLinear));
  }

  private static List<ValueId> lstm(OnnxNode node) {
    node.expect(3, 8);
    boolean isCoupled = node.attributes().flag("input_forget", false);
    return node.apply(new Lstm(setup(node, Kind.SIGMOID, Kind.TANH, Kind.TANH), isCoupled));
  }

  /**
   * @param usual the functions of one direction where the model names none
   */
  private static Setup setup(OnnxNode node, Kind... usual) {
    Attributes attributes = node.attributes();
    if (node.opset() < OUTPUT_SEQUENCE_ENDS) {
      attributes.ignore("output_sequence"); // outputs are there where they are named
    }
    Direction direction = direction(node);
    boolean isBatchFirst = node.opset() >= LAYOUT_BEGINS && attributes.flag("layout", false);
    float clip = attributes.number("clip", Float.POSITIVE_INFINITY);
    node.check(clip > 0, "'clip' is " + clip + " but should be above 0");
    List<CellFunction> functions = CellFunctions.read(node, direction.count(), usual);
    return new Setup(direction, hidden(node), functions, clip, isBatchFirst);
  }

  private static Direction direction(OnnxNode node) {
    String name = node.attributes().text("direction", "forward");
    for (Direction direction : Direction.values()) {
      if (direction.name().equals(name.toUpperCase(Locale.ROOT))) {
        return direction;
      }
    }
    throw node.invalid(
        "'direction' is '" + name + "' but should be forward, reverse or bidirectional");
  }

  /** The recurrent weights say it, too. */
  private static int hidden(OnnxNode node) {
    if (node.attributes().has("hidden_size")) {
      return node.attributes().smallInteger("hidden_size", 0);
    }
    Shape weights = node.shape(2);
    node.support(
        weights.isRanked() && weights.rank() == 3 && weights.extent(2).isFixed(),
        "'hidden_size' is missing and does not follow from the recurrent weights " + weights);
    Extent hidden = weights.extent(2);
    return Math.toIntExact(hidden.max());
  }
}
