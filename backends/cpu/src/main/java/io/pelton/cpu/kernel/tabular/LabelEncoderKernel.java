package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/**
 * LabelEncoder. NaN finds NaN and -0 finds 0. Of a key that repeats the last one counts, as the
 * operator's definition says (ONNX Runtime takes the first).
 */
final class LabelEncoderKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    LabelEncoder op = (LabelEncoder) node.op();
    check(node.inference(), op);
    Lookup lookup = lookup(node, op.keys(), in[0]);
    LabelValues values = LabelValues.of(op.values(), op.fallback(), out[0]);
    Rows rows = new Rows(node, out[0]);
    return active -> {
      int end = rows.elements(active);
      values.start();
      for (int from = 0; from < end; from += Lookup.SIZE) {
        int count = Math.min(Lookup.SIZE, end - from);
        lookup.find(from, count);
        values.write(lookup.found(), from, count);
      }
    };
  }

  private static void check(Inference inference, LabelEncoder op) {
    long keys = op.keys().layout().elements();
    long values = op.values().layout().elements();
    inference.check(keys == values, "has " + keys + " keys but " + values + " values");
    inference.check(
        op.fallback().layout().elements() == 1,
        "should have one default but has " + op.fallback().layout().elements());
    inference.check(
        op.fallback().dtype() == op.values().dtype(),
        "maps to " + op.values().dtype() + " but its default is " + op.fallback().dtype());
  }

  private static Lookup lookup(NodeSpec node, Tensor keys, Operand in) {
    if (in.dtype() == DType.STRING) {
      return Lookup.strings(
          node.prepared(node.op(), TextIndex.class, () -> TextIndex.of(keys.toStrings())), in);
    }
    return in.dtype().isFloat()
        ? Lookup.floats(node.prepared(node.op(), LongIndex.class, () -> Lookup.floatKeys(keys)), in)
        : Lookup.integers(
            node.prepared(node.op(), LongIndex.class, () -> LongIndex.of(keys.toLongs())), in);
  }
}
