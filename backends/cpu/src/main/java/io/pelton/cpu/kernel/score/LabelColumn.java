package io.pelton.cpu.kernel.score;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the label output of a classifier, row by row from row 0 on. Allocates nothing. */
public final class LabelColumn {
  private final Operand out;
  private final long[] integers;
  private final byte[][] strings;
  private StringStorage text;
  private long[] array;
  private LongBuffer memory;
  private int at;

  private LabelColumn(Operand out, long[] integers, byte[][] strings) {
    this.out = out;
    this.integers = integers;
    this.strings = strings;
  }

  /**
   * @param labels I64 or STRING, of the output's dtype
   */
  public static LabelColumn of(Tensor labels, Operand out) {
    return labels.dtype() == DType.STRING
        ? strings(out, labels.toStrings())
        : new LabelColumn(out, labels.toLongs(), null);
  }

  /** Labels 0 and 1 in the labels' dtype, for a model that decides without naming two labels. */
  public static LabelColumn zeroAndOne(Tensor labels, Operand out) {
    return labels.dtype() == DType.STRING
        ? strings(out, "0", "1")
        : new LabelColumn(out, new long[] {0, 1}, null);
  }

  private static LabelColumn strings(Operand out, String... labels) {
    byte[][] utf8 =
        Arrays.stream(labels)
            .map(label -> label.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    return new LabelColumn(out, null, utf8);
  }

  /** To be called once a run, before the first row. */
  public void start() {
    if (strings != null) {
      text = out.strings();
      text.clear();
    } else if (out.isNative()) {
      memory = out.memory().longs();
      at = (int) out.offset();
    } else {
      memory = null;
      array = out.longs();
      at = out.base();
    }
  }

  /** The next row's label, by its index. */
  public void put(int index) {
    if (strings != null) {
      text.append(strings[index], 0, strings[index].length);
    } else if (memory != null) {
      memory.put(at++, integers[index]);
    } else {
      array[at++] = integers[index];
    }
  }
}
