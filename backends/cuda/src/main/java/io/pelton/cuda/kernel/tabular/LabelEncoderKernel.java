package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;
import java.util.stream.IntStream;

/** LabelEncoder between numbers; NaN finds NaN and -0 finds 0. */
final class LabelEncoderKernel implements FixedKernel {
  private static final int KEYS = 0;
  private static final int VALUES = 1;
  private static final int WORD = 8;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    LabelEncoder op = (LabelEncoder) node.op();
    check(node.inference(), op);
    SortedKeys keys = SortedKeys.of(op.keys());
    DeviceTables tables =
        node.prepared(
            op,
            DeviceTables.class,
            () -> DeviceTables.of(node, keys.table(), values(op, keys.places())));
    long elements = in[0].layout().elements();
    LaunchBuilder launch =
        new LaunchBuilder(node, Columns.MODULE, "look_up")
            .pointer(in[0])
            .pointer(out[0])
            .extent(elements)
            .i32(ElementType.code(in[0].dtype()))
            .i32(ElementType.code(out[0].dtype()));
    tables.put(launch, KEYS).i32(keys.places().length);
    return tables
        .put(launch, VALUES)
        .i32(WORD / out[0].dtype().carrier().width())
        .over(Geometry.threads(elements));
  }

  private static void check(Inference inference, LabelEncoder op) {
    long keys = op.keys().layout().elements();
    long values = op.values().layout().elements();
    inference.check(keys == values, "has " + keys + " keys but " + values + " values");
    long fallbacks = op.fallback().layout().elements();
    inference.check(fallbacks == 1, "should have one default but has " + fallbacks);
    inference.check(
        op.fallback().dtype() == op.values().dtype(),
        "maps to " + op.values().dtype() + " but its default is " + op.fallback().dtype());
  }

  /** A word for each: the fallback, then the values in the order of their keys. */
  private static Tensor values(LabelEncoder op, int... places) {
    long[] bits = bits(op.values());
    long[] words = new long[places.length + 1];
    words[0] = bits(op.fallback())[0];
    for (int i = 0; i < places.length; i++) {
      words[i + 1] = bits[places[i]];
    }
    return Tensor.of(words, words.length);
  }

  /** An element's bits in the lowest ones of a word. */
  private static long[] bits(Tensor values) {
    return switch (values.dtype()) {
      case F32 -> {
        float[] floats = values.toFloats();
        yield IntStream.range(0, floats.length)
            .mapToLong(i -> Float.floatToRawIntBits(floats[i]))
            .toArray();
      }
      case F64 -> {
        double[] doubles = values.toDoubles();
        yield IntStream.range(0, doubles.length)
            .mapToLong(i -> Double.doubleToRawLongBits(doubles[i]))
            .toArray();
      }
      default -> values.toLongs();
    };
  }
}
