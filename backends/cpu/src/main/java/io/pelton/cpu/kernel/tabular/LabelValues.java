package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.LongOutput;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Writes values by their place in a list, with one more value for place -1. Used by one thread at a
 * time; writing allocates nothing.
 */
abstract class LabelValues {
  /**
   * @param fallback one element, of the values' dtype
   */
  static LabelValues of(Tensor values, Tensor fallback, Operand out) {
    if (out.dtype() == DType.STRING) {
      return new Strings(values, fallback, out);
    }
    return out.dtype().isFloat()
        ? new Floats(values, fallback, out)
        : new Integers(values, fallback, out);
  }

  /** To be called once a run, before the first block. */
  abstract void start();

  /** Writes elements {@code from} to {@code from + count - 1}; blocks come in order. */
  abstract void write(int[] places, int from, int count);

  private static final class Strings extends LabelValues {
    private final byte[][] values;
    private final Operand out;

    Strings(Tensor values, Tensor fallback, Operand out) {
      this.values =
          Stream.of(fallback, values)
              .flatMap(tensor -> Stream.of(tensor.toStrings()))
              .map(value -> value.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      this.out = out;
    }

    @Override
    void start() {
      out.strings().clear();
    }

    @Override
    void write(int[] places, int from, int count) {
      for (int i = 0; i < count; i++) {
        byte[] value = values[places[i] + 1];
        out.strings().append(value, 0, value.length);
      }
    }
  }

  private static final class Floats extends LabelValues {
    private final double[] values;
    private final DoubleOutput output;

    Floats(Tensor values, Tensor fallback, Operand out) {
      this.values =
          Stream.of(fallback, values)
              .flatMapToDouble(tensor -> DoubleStream.of(tensor.toDoubles()))
              .toArray();
      this.output = new DoubleOutput(out);
    }

    @Override
    void start() {
      // blocks are placed one by one
    }

    @Override
    void write(int[] places, int from, int count) {
      output.open(from, count);
      double[] target = output.array();
      int to = output.at();
      for (int i = 0; i < count; i++) {
        target[to + i] = values[places[i] + 1];
      }
      output.commit();
    }
  }

  private static final class Integers extends LabelValues {
    private final long[] values;
    private final LongOutput output;

    Integers(Tensor values, Tensor fallback, Operand out) {
      this.values =
          Stream.of(fallback, values)
              .flatMapToLong(tensor -> LongStream.of(tensor.toLongs()))
              .toArray();
      this.output = new LongOutput(out);
    }

    @Override
    void start() {
      // blocks are placed one by one
    }

    @Override
    void write(int[] places, int from, int count) {
      output.open(from, count);
      long[] target = output.array();
      int to = output.at();
      for (int i = 0; i < count; i++) {
        target[to + i] = values[places[i] + 1];
      }
      output.commit();
    }
  }
}
