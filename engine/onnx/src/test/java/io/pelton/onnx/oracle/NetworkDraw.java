package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.TensorProtos;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Draws operators of ai.onnx one by one, in the form that the opset wants. */
final class NetworkDraw {
  /**
   * A value [N, tail…].
   *
   * @param exact no rounding happened on the way, so that comparisons with it are safe
   */
  record Node(String name, DType dtype, List<Integer> tail, boolean exact) {
    int rank() {
      return tail.size() + 1;
    }

    int last() {
      return tail.get(tail.size() - 1);
    }

    int width() {
      return tail.stream().reduce(1, Math::multiplyExact);
    }
  }

  private final Draw draw;
  private final Pipeline pipeline;
  private final boolean hasMissing;
  private final ShapeDraw shapes;
  private final List<Node> nodes = new ArrayList<>();

  NetworkDraw(Draw draw, Pipeline pipeline) {
    this.draw = draw;
    this.pipeline = pipeline;
    this.hasMissing = draw.chance(0.3);
    this.shapes = new ShapeDraw(draw, pipeline);
  }

  void input(DType dtype, int width) {
    String name =
        pipeline
            .input(
                dtype,
                width,
                rows -> FeatureDraw.plain(draw, dtype, rows, width, hasMissing ? 0.03 : 0))
            .name();
    nodes.add(new Node(name, dtype, List.of(width), true));
  }

  Node last() {
    return nodes.get(nodes.size() - 1);
  }

  /** Adds an operator on what there is. */
  void grow() {
    Node x = draw.chance(0.6) ? last() : draw.one(nodes);
    nodes.add(
        x.dtype() == DType.BOOL
            ? growFlags(x)
            : x.dtype().isFloat() ? growFloats(x) : growIntegers(x));
  }

  private Node growFlags(Node x) {
    return switch (draw.below(4)) {
      case 0 -> node(x, DType.BOOL, x.tail(), pipeline.add("Not", x.name()));
      case 1 -> cast(x, draw.one(DType.F32, DType.I64));
      default -> pipeline.opset() >= 9 ? where(x) : cast(x, DType.F32);
    };
  }

  private Node growIntegers(Node x) {
    return switch (draw.below(6)) {
      case 0 -> arithmetic(x);
      case 1 -> compare(x);
      case 2 -> shapes.draw(x, nodes);
      case 3 -> reduce(x, "ReduceSum");
      default -> cast(x, DType.F32);
    };
  }

  private Node growFloats(Node x) {
    return switch (draw.below(14)) {
      case 0, 1, 2 -> product(x);
      case 3, 4 -> arithmetic(x);
      case 5, 6 -> activation(x);
      case 7 -> softmax(x);
      case 8 -> clip(x);
      case 9 -> reduce(x, draw.one("ReduceSum", "ReduceMean"));
      case 10 -> x.exact() ? compare(x) : activation(x);
      // along a last axis, the peer passes over NaN
      case 11 ->
          hasMissing || !x.exact() ? activation(x) : argMax(draw.chance(0.5) ? x : product(x));
      default -> shapes.draw(x, nodes);
    };
  }

  static Node node(Node from, DType dtype, List<Integer> tail, String name) {
    return new Node(name, dtype, tail, from.exact());
  }

  private static Node rounded(Node from, List<Integer> tail, String name) {
    return new Node(name, from.dtype(), tail, !from.dtype().isFloat());
  }

  private Node cast(Node x, DType to) {
    return node(
        x, to, x.tail(), pipeline.add("Cast", x.name(), integer("to", TensorProtos.code(to))));
  }

  private String weights(Node like, int count, long... dims) {
    float[] numbers = draw.normals(count);
    for (int i = 0; i < count; i++) {
      numbers[i] /= 4; // so that layers don't amplify what rounding leaves of small differences
    }
    if (like.dtype() == DType.F32) {
      return pipeline.constant(numbers, dims);
    }
    String floats = pipeline.constant(numbers, dims);
    return pipeline.add("Cast", floats, integer("to", TensorProtos.code(like.dtype())));
  }

  private Node product(Node x) {
    int out = draw.between(1, 8);
    List<Integer> tail = new ArrayList<>(x.tail());
    tail.set(tail.size() - 1, out);
    if (x.rank() > 2 || draw.chance(0.4)) {
      String weights = weights(x, x.last() * out, x.last(), out);
      return rounded(x, tail, pipeline.add("MatMul", x.name() + "," + weights));
    }
    boolean transposed = draw.chance(0.5);
    String weights =
        transposed
            ? weights(x, x.last() * out, out, x.last())
            : weights(x, x.last() * out, x.last(), out);
    boolean hasBias = pipeline.opset() < 11 || draw.chance(0.7);
    String bias =
        !hasBias ? "" : "," + (draw.chance(0.7) ? weights(x, out, out) : weights(x, 1, 1));
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(integer("transB", transposed ? 1 : 0));
    if (draw.chance(0.3)) {
      attributes.add(number("alpha", draw.one(0.5f, -1f, 2f)));
      attributes.add(number("beta", draw.one(0.5f, -1f, 0f)));
    }
    return rounded(
        x,
        tail,
        pipeline.add(
            "Gemm", x.name() + "," + weights + bias, attributes.toArray(new AttributeProto[0])));
  }

  private Node arithmetic(Node x) {
    List<Node> alike =
        nodes.stream()
            .filter(other -> other.dtype() == x.dtype() && other.tail().equals(x.tail()))
            .toList();
    String op = draw.one("Add", "Sub", "Mul", "Div");
    String other = op.equals("Div") || draw.chance(0.5) ? divisor(x) : draw.one(alike).name();
    return rounded(x, x.tail(), pipeline.add(op, x.name() + "," + other));
  }

  /** A constant without zeros that stretches to the shape of {@code like}. */
  private String divisor(Node like) {
    int count = draw.chance(0.5) ? 1 : like.last();
    if (like.dtype().isFloat()) {
      float[] numbers = new float[count];
      for (int i = 0; i < count; i++) {
        numbers[i] = draw.between(1, 12) * draw.one(0.25f, -0.25f);
      }
      String floats =
          pipeline.constant(numbers, draw.chance(0.5) ? new long[] {count} : new long[] {1, count});
      return like.dtype() == DType.F32
          ? floats
          : pipeline.add("Cast", floats, integer("to", TensorProtos.code(like.dtype())));
    }
    long[] numbers =
        LongStream.generate(() -> draw.between(1, 5) * draw.one(1L, -1L)).limit(count).toArray();
    String integers = pipeline.constant(numbers);
    return like.dtype() == DType.I64
        ? integers
        : pipeline.add("Cast", integers, integer("to", TensorProtos.code(like.dtype())));
  }

  private Node activation(Node x) {
    String op = draw.one("Relu", "Sigmoid", "Tanh", "Identity");
    String name = pipeline.add(op, x.name());
    return op.equals("Relu") || op.equals("Identity")
        ? node(x, x.dtype(), x.tail(), name)
        : rounded(x, x.tail(), name);
  }

  private Node softmax(Node x) {
    int axis = draw.between(1, x.rank() - 1);
    AttributeProto given =
        integer("axis", draw.chance(0.5) || pipeline.opset() < 11 ? axis : axis - x.rank());
    return rounded(x, x.tail(), pipeline.add("Softmax", x.name(), given));
  }

  private Node clip(Node x) {
    float low = draw.one(-1f, -0.5f, 0f);
    float high = draw.one(0.5f, 1f, 6f);
    if (pipeline.opset() < 11) {
      Node floats = x.dtype() == DType.F32 ? x : cast(x, DType.F32);
      String name =
          draw.chance(0.3)
              ? pipeline.add("Clip", floats.name(), number("min", low))
              : pipeline.add("Clip", floats.name(), number("min", low), number("max", high));
      return new Node(name, DType.F32, x.tail(), x.exact());
    }
    Node floats = pipeline.opset() < 12 && x.dtype() != DType.F32 ? cast(x, DType.F32) : x;
    String least = scalar(floats, low);
    String most = scalar(floats, high);
    String bounds = draw.one("," + least + "," + most, "," + least, ",," + most);
    return new Node(
        pipeline.add("Clip", floats.name() + bounds), floats.dtype(), x.tail(), x.exact());
  }

  private String scalar(Node like, float value) {
    String constant = pipeline.constant(new float[] {value});
    return like.dtype() == DType.F32
        ? constant
        : pipeline.add("Cast", constant, integer("to", TensorProtos.code(like.dtype())));
  }

  private Node reduce(Node x, String op) {
    int axis = draw.between(1, x.rank() - 1);
    boolean keeps = x.rank() == 2 || draw.chance(0.5);
    long given = draw.chance(0.5) || pipeline.opset() < 11 ? axis : axis - x.rank();
    AttributeProto keepDims = integer("keepdims", keeps ? 1 : 0);
    boolean byInput = pipeline.opset() >= (op.equals("ReduceSum") ? 13 : 18);
    String name =
        byInput
            ? pipeline.add(op, x.name() + "," + pipeline.constant(given), keepDims)
            : pipeline.add(op, x.name(), integers("axes", given), keepDims);
    List<Integer> tail = new ArrayList<>(x.tail());
    if (keeps) {
      tail.set(axis - 1, 1);
    } else {
      tail.remove(axis - 1);
    }
    return rounded(x, tail, name);
  }

  private Node argMax(Node x) {
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(integer("axis", x.rank() - 1));
    attributes.add(integer("keepdims", 1));
    if (pipeline.opset() >= 12) {
      attributes.add(integer("select_last_index", draw.below(2)));
    }
    List<Integer> tail = new ArrayList<>(x.tail());
    tail.set(tail.size() - 1, 1);
    return new Node(
        pipeline.add("ArgMax", x.name(), attributes.toArray(new AttributeProto[0])),
        DType.I64,
        tail,
        true);
  }

  private Node compare(Node x) {
    boolean mayEqual = pipeline.opset() >= 11 || !x.dtype().isFloat();
    boolean mayOrder = pipeline.opset() >= 9 || x.dtype().isFloat();
    String op = mayEqual && (!mayOrder || draw.chance(0.3)) ? "Equal" : draw.one("Less", "Greater");
    return node(x, DType.BOOL, x.tail(), pipeline.add(op, x.name() + "," + divisor(x)));
  }

  private Node where(Node condition) {
    List<Node> alike =
        nodes.stream()
            .filter(other -> other.dtype() != DType.BOOL && other.tail().equals(condition.tail()))
            .toList();
    if (alike.isEmpty()) {
      return cast(condition, DType.F32);
    }
    Node one = draw.one(alike);
    String other =
        draw.chance(0.5)
            ? divisor(one)
            : draw.one(alike.stream().filter(node -> node.dtype() == one.dtype()).toList()).name();
    return rounded(
        one, one.tail(), pipeline.add("Where", condition.name() + "," + one.name() + "," + other));
  }
}
