package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Positions;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * OneHotEncoder; floats are truncated to integers, and NaN is unknown. Of a category that repeats
 * the last place counts.
 */
final class OneHotEncoderKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    OneHotEncoder op = (OneHotEncoder) node.op();
    int categories = Math.toIntExact(op.categories().layout().elements());
    node.inference().check(categories > 0, "should have at least one category");
    Lookup lookup = lookup(node, op.categories(), in[0]);
    Rows rows = new Rows(node, out[0]);
    FloatRows output = new FloatRows(out[0], categories);
    FloatRows.Loop loop =
        (from, end, target, at) -> {
          int count = end - from;
          Arrays.fill(target, at, at + count * categories, 0f);
          lookup.find(from, count);
          for (int i = 0; i < count; i++) {
            int place = lookup.found()[i];
            if (place >= 0) {
              target[at + i * categories + place] = 1f;
            } else if (!op.zeros()) {
              throw unknown(rows, in[0], from + i, categories);
            }
          }
        };
    return active -> output.write(rows.elements(active) / categories, loop);
  }

  private static Lookup lookup(NodeSpec node, Tensor categories, Operand in) {
    if (in.dtype() == DType.STRING) {
      return Lookup.strings(
          node.prepared(node.op(), TextIndex.class, () -> TextIndex.of(categories.toStrings())),
          in);
    }
    LongIndex index =
        node.prepared(node.op(), LongIndex.class, () -> LongIndex.of(categories.toLongs()));
    return in.dtype().isFloat() ? Lookup.truncated(index, in) : Lookup.integers(index, in);
  }

  private static InvalidValue unknown(Rows rows, Operand in, int element, int categories) {
    return rows.invalid(
        element * categories,
        "category "
            + text(in, element)
            + " is none of the "
            + categories
            + " that the model knows; drop the record, or let the model encode unknown ones as"
            + " zeros");
  }

  private static String text(Operand in, int element) {
    Positions positions = Positions.of(in.layout());
    positions.seek(element);
    long at = in.offset() + positions.position();
    if (in.dtype() == DType.STRING) {
      return "'" + in.strings().get((int) at) + "'";
    }
    Tensor scalar = new Tensor(in.storage(), Layout.of(new long[0], new long[0], at));
    return in.dtype().isFloat()
        ? Double.toString(scalar.toDoubles()[0])
        : Long.toString(scalar.toLongs()[0]);
  }
}
