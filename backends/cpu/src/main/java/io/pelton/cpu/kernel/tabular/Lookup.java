package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;

/**
 * Finds the elements of an operand in a list of keys, block by block. Used by one thread at a time;
 * finding allocates nothing.
 */
public abstract class Lookup {
  /** Elements of a block at most. */
  public static final int SIZE = RawBlocks.SIZE;

  private final int[] found = new int[SIZE];

  /** The place of each element of the last block; -1 where there is none. */
  public final int[] found() {
    return found;
  }

  /** Looks elements {@code from} to {@code from + count - 1} up. */
  public abstract void find(int from, int count);

  public static Lookup strings(TextIndex index, Operand in) {
    return new Strings(index, in);
  }

  public static Lookup integers(LongIndex index, Operand in) {
    return new Integers(index, in);
  }

  /** Finds floats that are equal; NaN equals NaN. */
  static Lookup floats(LongIndex bits, Operand in) {
    return new Floats(bits, in);
  }

  /** Finds the integers to which floats are truncated; none for NaN and what exceeds 64 bits. */
  static Lookup truncated(LongIndex index, Operand in) {
    return new Truncated(index, in);
  }

  /** The keys of {@link #floats}. */
  static LongIndex floatKeys(Tensor floats) {
    double[] values = floats.toDoubles();
    long[] bits = new long[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = code(values[i]);
    }
    return LongIndex.of(bits);
  }

  /** The same for all NaN and for both zeros. */
  private static long code(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }

  private static final class Strings extends Lookup {
    private final TextIndex index;
    private final StringBlocks strings;
    private final byte[] scratch;

    Strings(TextIndex index, Operand in) {
      this.index = index;
      this.strings = StringBlocks.of(in, in.layout().dims());
      this.scratch = index.newScratch();
    }

    @Override
    public void find(int from, int count) {
      strings.seek(from);
      for (int i = 0; i < count; i++) {
        found()[i] = index.find(strings.storage(), strings.next(), scratch);
      }
    }
  }

  private static final class Integers extends Lookup {
    private final LongIndex index;
    private final LongBlocks blocks;

    Integers(LongIndex index, Operand in) {
      this.index = index;
      this.blocks = LongBlocks.of(in, in.layout(), SIZE);
    }

    @Override
    public void find(int from, int count) {
      blocks.read(from, count);
      long[] x = blocks.array();
      int at = blocks.at();
      for (int i = 0; i < count; i++) {
        found()[i] = index.find(x[at + i]);
      }
    }
  }

  private static final class Floats extends Lookup {
    private final LongIndex index;
    private final DoubleBlocks blocks;

    Floats(LongIndex index, Operand in) {
      this.index = index;
      this.blocks = DoubleBlocks.of(in, in.layout(), SIZE);
    }

    @Override
    public void find(int from, int count) {
      blocks.read(from, count);
      double[] x = blocks.array();
      int at = blocks.at();
      for (int i = 0; i < count; i++) {
        found()[i] = index.find(code(x[at + i]));
      }
    }
  }

  private static final class Truncated extends Lookup {
    private static final double LIMIT = 0x1p63;

    private final LongIndex index;
    private final DoubleBlocks blocks;

    Truncated(LongIndex index, Operand in) {
      this.index = index;
      this.blocks = DoubleBlocks.of(in, in.layout(), SIZE);
    }

    @Override
    public void find(int from, int count) {
      blocks.read(from, count);
      double[] x = blocks.array();
      int at = blocks.at();
      for (int i = 0; i < count; i++) {
        double value = x[at + i];
        boolean fits = value >= -LIMIT && value < LIMIT;
        found()[i] = fits ? index.find((long) value) : -1;
      }
    }
  }
}
