package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Recurrent networks, whose sequences are the rows once they are turned. */
final class RecurrentCases implements CaseFamily {
  /** The peer computes these; of the others it doubts the parameters. */
  private static final List<String> FUNCTIONS =
      List.of("Sigmoid", "Tanh", "Relu", "Sigmoid", "Tanh", "Softsign", "HardSigmoid", "Affine");

  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    String op = draw.one("RNN", "GRU", "LSTM");
    int gates = op.equals("LSTM") ? 4 : op.equals("GRU") ? 3 : 1;
    String direction = draw.one("forward", "reverse", "bidirectional");
    long directions = direction.equals("bidirectional") ? 2 : 1;
    long hidden = draw.between(1, 5);
    long features = draw.between(1, 6);
    long steps = draw.between(1, 6);
    TestModel model =
        TestModel.onnx(draw.one(7L, 13L, 14L, 21L))
            .input("x", TestModel.FLOAT, "N", steps, features)
            .node("Transpose", "x", "turned", integers("perm", 1, 0, 2));
    weights(model, draw, "w", directions, gates * hidden, features);
    weights(model, draw, "r", directions, gates * hidden, hidden);
    List<String> operands = new ArrayList<>(List.of("turned", "w", "r"));
    operands.add(optional(draw) ? weights(model, draw, "b", directions, 2 * gates * hidden) : "");
    boolean hasLengths = draw.chance(0.4);
    operands.add(hasLengths ? "n" : "");
    if (hasLengths) {
      model.input("n", TestModel.INT32, "N");
    }
    boolean hasStates = draw.chance(0.4);
    operands.add(hasStates ? state(model, "h", directions, hidden) : "");
    if (op.equals("LSTM")) {
      operands.add(hasStates ? state(model, "c", directions, hidden) : "");
      operands.add(draw.chance(0.3) ? weights(model, draw, "p", directions, 3 * hidden) : "");
    }
    boolean isLstm = op.equals("LSTM");
    model.node(
        op,
        String.join(",", operands),
        isLstm ? "all,last,cell" : "all,last",
        attributes(draw, op, direction, hidden));
    model.node("Transpose", "all", "y", integers("perm", 2, 0, 1, 3)).output("y");
    model.node("Transpose", "last", "l", integers("perm", 1, 0, 2)).output("l");
    if (isLstm) {
      model.node("Transpose", "cell", "m", integers("perm", 1, 0, 2)).output("m");
    }
    // the peer's process dies of batches without sequences
    List<Map<String, Tensor>> batches =
        draw.many(
            3,
            batch -> {
              int rows = List.of(7, 1, 33).get(batch);
              Map<String, Tensor> inputs = new HashMap<>();
              inputs.put("x", floats(draw, rows, steps, features));
              if (hasLengths) {
                int[] lengths = new int[rows];
                for (int row = 0; row < rows; row++) {
                  lengths[row] = draw.between(0, (int) steps);
                }
                inputs.put("n", Tensor.of(lengths, rows));
              }
              if (hasStates) {
                inputs.put("h", floats(draw, rows, directions, hidden));
              }
              if (hasStates && isLstm) {
                inputs.put("c", floats(draw, rows, directions, hidden));
              }
              return inputs;
            });
    return new GeneratedCase("recurrent", seed, model.proto(), batches);
  }

  private static boolean optional(Draw draw) {
    return draw.chance(0.7);
  }

  private static String weights(TestModel model, Draw draw, String name, long... dims) {
    model.initializer(name, small(draw, count(dims)), dims);
    return name;
  }

  private static String state(TestModel model, String name, long directions, long hidden) {
    model
        .input(name, TestModel.FLOAT, "N", directions, hidden)
        .node("Transpose", name, "turned_" + name, integers("perm", 1, 0, 2));
    return "turned_" + name;
  }

  /** So small that differences of rounding don't grow from step to step. */
  private static float[] small(Draw draw, int count) {
    float[] numbers = draw.normals(count);
    for (int i = 0; i < count; i++) {
      numbers[i] *= 0.3f;
    }
    return numbers;
  }

  private static Tensor floats(Draw draw, long... dims) {
    return Tensor.of(draw.normals(count(dims)), dims);
  }

  private static int count(long... dims) {
    int count = 1;
    for (long dim : dims) {
      count *= (int) dim;
    }
    return count;
  }

  private static AttributeProto[] attributes(Draw draw, String op, String direction, long hidden) {
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(integer("hidden_size", hidden));
    attributes.add(text("direction", direction));
    // the peer leaves the argument of an LSTM's last function as it is
    if (!op.equals("LSTM") && draw.chance(0.2)) {
      attributes.add(number("clip", draw.between(1, 8) / 4f));
    }
    if (op.equals("GRU")) {
      attributes.add(integer("linear_before_reset", draw.below(2)));
    }
    if (op.equals("LSTM")) {
      attributes.add(integer("input_forget", draw.below(2)));
    }
    if (draw.chance(0.4)) {
      int functions = op.equals("LSTM") ? 3 : op.equals("GRU") ? 2 : 1;
      int count = direction.equals("bidirectional") ? 2 * functions : functions;
      List<String> names = draw.many(count, i -> draw.one(FUNCTIONS));
      attributes.add(texts("activations", names.toArray(new String[0])));
      int takers = (int) names.stream().filter(RecurrentCases::hasParameters).count();
      if (takers > 0) {
        attributes.add(numbers("activation_alpha", small(draw, takers)));
        attributes.add(numbers("activation_beta", small(draw, takers)));
      }
    }
    return attributes.toArray(new AttributeProto[0]);
  }

  private static boolean hasParameters(String function) {
    return function.equals("HardSigmoid") || function.equals("Affine");
  }
}
