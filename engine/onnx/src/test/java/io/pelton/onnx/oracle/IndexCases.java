package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** One operator that reads or writes by indices, over a batch of rows. */
final class IndexCases implements CaseFamily {
  private static final List<String> OPS =
      List.of(
          "GatherElements",
          "GatherND",
          "ScatterElements",
          "ScatterND",
          "Compress",
          "ReverseSequence",
          "OneHot",
          "Tile",
          "Trilu",
          "CenterCropPad",
          "Pad",
          "Split",
          "NegativeLogLikelihoodLoss",
          "SoftmaxCrossEntropyLoss");

  @Override
  public GeneratedCase make(long seed) {
    String op = OPS.get((int) Math.floorMod(seed, (long) OPS.size()));
    Drawing drawing = new Drawing(new Draw(seed));
    drawing.pipeline.output(drawing.add(op));
    return drawing.pipeline.finish("index", seed);
  }

  /** One case. */
  private static final class Drawing {
    private final Draw draw;
    private final Pipeline pipeline;
    private final DType dtype;
    private final int height;
    private final int width;

    Drawing(Draw draw) {
      this.draw = draw;
      this.pipeline = new Pipeline(draw.one(18L, 19L, 20L, 21L, 22L), 1);
      this.dtype = draw.one(DType.F32, DType.F32, DType.F64, DType.I64, DType.I32);
      this.height = draw.between(1, 5);
      this.width = draw.between(1, 6);
    }

    String add(String op) {
      return switch (op) {
        case "GatherElements" -> gatherElements();
        case "GatherND" -> gatherSlices();
        case "ScatterElements" -> scatterElements();
        case "ScatterND" -> scatterSlices();
        case "Compress" -> compress();
        case "ReverseSequence" -> reverse();
        case "OneHot" -> oneHot();
        case "Tile" ->
            pipeline.add(
                op, data() + "," + pipeline.constant(1, draw.between(1, 3), draw.between(1, 3)));
        case "Trilu" ->
            pipeline.add(
                op, data() + "," + scalar(draw.between(-4, 4)), integer("upper", draw.below(2)));
        case "CenterCropPad" ->
            pipeline.add(
                op,
                data(DType.F32) + "," + pipeline.constant(draw.between(1, 8), draw.between(1, 8)),
                integers("axes", 1, draw.one(2, -1)));
        case "Pad" -> pad();
        case "Split" -> split();
        default -> loss(op);
      };
    }

    private String data() {
      return data(dtype);
    }

    private String data(DType type) {
      return shaped(
          pipeline
              .input(
                  type,
                  height * width,
                  rows -> FeatureDraw.plain(draw, type, rows, height * width, 0))
              .name(),
          height,
          width);
    }

    private String updates(int first, int second) {
      int count = first * second;
      return shaped(
          pipeline
              .input(dtype, count, rows -> FeatureDraw.plain(draw, dtype, rows, count, 0))
              .name(),
          first,
          second);
    }

    private String shaped(String name, long... tail) {
      long[] dims = LongStream.concat(LongStream.of(0), LongStream.of(tail)).toArray();
      return pipeline.add("Reshape", name + "," + pipeline.constant(dims));
    }

    private String scalar(long number) {
      return pipeline.add("Squeeze", pipeline.constant(number) + "," + pipeline.constant(0L));
    }

    /** Indices, possibly negative, that rows bring along. */
    private String indices(int length, long... tail) {
      int count = (int) LongStream.of(tail).reduce(1, Math::multiplyExact);
      String name =
          pipeline
              .input(DType.I64, count, rows -> numbers(-length, length - 1, rows, count))
              .name();
      return tail.length == 1 ? name : shaped(name, tail);
    }

    private Tensor numbers(int least, int most, int rows, int width) {
      long[] drawn = new long[rows * width];
      for (int i = 0; i < drawn.length; i++) {
        drawn[i] = draw.between(least, most);
      }
      return Tensor.of(drawn, rows, width);
    }

    private String gatherElements() {
      int axis = draw.between(1, 2);
      int length = axis == 1 ? height : width;
      int count = draw.between(1, 7);
      int other = draw.between(1, axis == 1 ? width : height);
      String indices = axis == 1 ? indices(length, count, other) : indices(length, other, count);
      return pipeline.add(
          "GatherElements", data() + "," + indices, integer("axis", draw.one(axis, axis - 3)));
    }

    private String gatherSlices() {
      int count = draw.between(1, 4);
      if (draw.chance(0.5)) {
        return pipeline.add(
            "GatherND", data() + "," + indices(height, count, 1), integer("batch_dims", 1));
      }
      int shorter = Math.min(height, width);
      return pipeline.add(
          "GatherND", data() + "," + indices(shorter, count, 2), integer("batch_dims", 1));
    }

    private AttributeProto reduction() {
      return text("reduction", draw.one("none", "add", "mul", "max", "min"));
    }

    private String scatterElements() {
      int axis = draw.between(1, 2);
      AttributeProto reduction = reduction();
      int count = draw.between(1, 5);
      int other = draw.between(1, axis == 1 ? width : height);
      int first = axis == 1 ? count : other;
      int second = axis == 1 ? other : count;
      return pipeline.add(
          "ScatterElements",
          data()
              + ","
              + indices(axis == 1 ? height : width, first, second)
              + ","
              + updates(first, second),
          integer("axis", draw.one(axis, axis - 3)),
          reduction);
    }

    /** The rows are an inner axis, so that slices of all of them are written. */
    private String scatterSlices() {
      int count = draw.between(1, 4);
      long[] places =
          LongStream.generate(() -> draw.between(-height, height - 1)).limit(count).toArray();
      String indices =
          pipeline.add("Unsqueeze", pipeline.constant(places) + "," + pipeline.constant(1L));
      AttributeProto order = integers("perm", 1, 0, 2);
      String data = pipeline.add("Transpose", data(), order);
      String updates = pipeline.add("Transpose", updates(count, width), order);
      String written = pipeline.add("ScatterND", data + "," + indices + "," + updates, reduction());
      return pipeline.add("Transpose", written, order);
    }

    private String compress() {
      int axis = draw.between(1, 2);
      int length = draw.between(1, axis == 1 ? height : width);
      long[] flags = LongStream.generate(() -> draw.below(2)).limit(length).toArray();
      String condition =
          pipeline.add(
              "Cast", pipeline.constant(flags), integer("to", TensorProtos.code(DType.BOOL)));
      return pipeline.add(
          "Compress", data() + "," + condition, integer("axis", draw.one(axis, axis - 3)));
    }

    private String reverse() {
      String column = pipeline.input(DType.I64, 1, rows -> numbers(1, height, rows, 1)).name();
      String lengths = pipeline.add("Squeeze", column + "," + pipeline.constant(1L));
      return pipeline.add(
          "ReverseSequence",
          data() + "," + lengths,
          integer("time_axis", 1),
          integer("batch_axis", 0));
    }

    private String oneHot() {
      int depth = draw.between(1, 6);
      int count = draw.between(1, 4);
      String indices =
          pipeline.input(DType.I64, count, rows -> numbers(-depth - 1, depth, rows, count)).name();
      return pipeline.add(
          "OneHot",
          indices + "," + scalar(depth) + "," + pipeline.constant(new float[] {-0.5f, 2}, 2),
          integer("axis", draw.one(-1, 1, 2)));
    }

    private String pad() {
      String mode = draw.one("constant", "edge", "reflect");
      long most = mode.equals("reflect") ? Math.min(height, width) - 1 : 3;
      long[] pads = new long[6];
      for (int i : new int[] {1, 2, 4, 5}) {
        pads[i] = draw.between(0, (int) most);
      }
      return pipeline.add("Pad", data() + "," + pipeline.constant(pads), text("mode", mode));
    }

    private String split() {
      int first = draw.between(0, width);
      String parts = data() + "," + pipeline.constant(first, width - first);
      return pipeline.addFirstOfTwo("Split", parts, integer("axis", draw.one(2, -1)));
    }

    private String loss(String op) {
      int classes = height;
      String scores = data(DType.F32);
      String targets =
          pipeline.input(DType.I64, width, rows -> numbers(0, classes - 1, rows, width)).name();
      List<AttributeProto> attributes = new ArrayList<>(List.of(text("reduction", "none")));
      if (draw.chance(0.5)) {
        attributes.add(integer("ignore_index", draw.below(classes)));
      }
      String weights =
          draw.chance(0.5) ? "," + pipeline.constant(draw.normals(classes), classes) : "";
      return pipeline.add(
          op, scores + "," + targets + weights, attributes.toArray(new AttributeProto[0]));
    }
  }
}
