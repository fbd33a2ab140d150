package io.pelton.cpu.random;

/**
 * Numbers from {@link Philox}: its key is the seed, the counter's high half the stream, and its low
 * half the number of the block. A block of four words holds four draws in float, two in double: any
 * element's draw can be made without the others.
 *
 * <p>Uniform draws are the upper 24 bits of a word, or 53 of two, as a fraction. Normal draws
 * follow G. E. P. Box, M. E. Muller: A note on the generation of random normal deviates (1958):
 * from two uniform ones, {@code u} from above 0 to 1 and {@code v}, come {@code sqrt(-2 ln u) cos(2
 * pi v)} and {@code sqrt(-2 ln u) sin(2 pi v)}, computed in double by {@link StrictMath} and
 * rounded once. There {@code u} and {@code v} have 32 bits for floats and 53 for doubles.
 */
final class PhiloxDraws implements Draws {
  private static final float FLOAT_UNIT = 0x1p-24f;
  private static final double DOUBLE_UNIT = 0x1p-53;
  private static final double WORD_UNIT = 0x1p-32;
  private static final int WORDS = 4;

  private final int[] words = new int[WORDS];
  private long seed;
  private long stream;
  private long block;

  /** Words of the block that have been used. */
  private int used;

  /** The second of a pair of normal draws. */
  private double second;

  private boolean hasSecond;

  @Override
  public void start(long newSeed, long newStream) {
    seed = newSeed;
    stream = newStream;
    block = 0;
    used = WORDS;
    hasSecond = false;
  }

  private int word() {
    if (used == WORDS) {
      Philox.fill(block++, stream, seed, words);
      used = 0;
    }
    return words[used++];
  }

  /** The upper 53 bits of two words, the first one in the low half. */
  private long bits() {
    long low = Integer.toUnsignedLong(word());
    return (((long) word() << Integer.SIZE) | low) >>> 11;
  }

  @Override
  public float uniformFloat() {
    return (word() >>> 8) * FLOAT_UNIT;
  }

  @Override
  public double uniformDouble() {
    return bits() * DOUBLE_UNIT;
  }

  @Override
  public float normalFloat() {
    if (hasSecond) {
      return (float) takeSecond();
    }
    double u = (Integer.toUnsignedLong(word()) + 1) * WORD_UNIT;
    return (float) first(u, Integer.toUnsignedLong(word()) * WORD_UNIT);
  }

  @Override
  public double normalDouble() {
    if (hasSecond) {
      return takeSecond();
    }
    double u = (bits() + 1) * DOUBLE_UNIT;
    return first(u, bits() * DOUBLE_UNIT);
  }

  private double first(double u, double v) {
    double length = Math.sqrt(-2 * StrictMath.log(u));
    double angle = 2 * Math.PI * v;
    second = length * StrictMath.sin(angle);
    hasSecond = true;
    return length * StrictMath.cos(angle);
  }

  private double takeSecond() {
    hasSecond = false;
    return second;
  }
}
