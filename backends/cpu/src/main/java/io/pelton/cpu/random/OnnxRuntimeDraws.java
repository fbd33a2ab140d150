package io.pelton.cpu.random;

/**
 * What ONNX Runtime's CPU provider draws in the first run of a session on Linux, where the C++
 * standard library is libstdc++: its {@code default_random_engine}, seeded with the node's own seed
 * where it has one, with the sum of seed and stream elsewhere.
 *
 * <p>The engine is the generator of S. K. Park, K. W. Miller: Random number generators: good ones
 * are hard to find (1988), multiplying by 16807 modulo 2^31-1. A uniform draw in float takes one
 * number of it and in double two. Normal draws follow G. Marsaglia's polar method, which yields
 * pairs: the second coordinate's first. Uniform draws have the same bits as there. So have normal
 * ones, but where the C library's logarithm is not that of {@link StrictMath} in its last bit: of a
 * thousand draws about two in float and thirty in double.
 */
final class OnnxRuntimeDraws implements Draws {
  private static final long MULTIPLIER = 16807;
  private static final long MODULUS = Integer.MAX_VALUE;

  /** How many numbers the engine makes: 1 to 2^31-2. */
  private static final double RANGE = MODULUS - 1;

  private static final float FLOAT_RANGE = (float) RANGE;
  private static final double SQUARED_RANGE = RANGE * RANGE;
  private static final float BELOW_ONE_FLOAT = Math.nextDown(1f);
  private static final double BELOW_ONE = Math.nextDown(1d);

  private long state;
  private float secondFloat;
  private double secondDouble;
  private boolean hasSecond;

  @Override
  public void start(long seed, long stream) {
    state = Long.remainderUnsigned(seed + stream, MODULUS);
    state = state == 0 ? 1 : state;
    hasSecond = false;
  }

  /** From 0 on. */
  private long next() {
    state = state * MULTIPLIER % MODULUS;
    return state - 1;
  }

  @Override
  public float uniformFloat() {
    float draw = next() / FLOAT_RANGE;
    return draw >= 1 ? BELOW_ONE_FLOAT : draw;
  }

  @Override
  public double uniformDouble() {
    double low = next();
    double draw = (low + next() * RANGE) / SQUARED_RANGE;
    return draw >= 1 ? BELOW_ONE : draw;
  }

  @Override
  public float normalFloat() {
    if (hasSecond) {
      hasSecond = false;
      return secondFloat;
    }
    float x;
    float y;
    float square;
    do {
      x = 2 * uniformFloat() - 1;
      y = 2 * uniformFloat() - 1;
      square = x * x + y * y;
    } while (square > 1 || square == 0);
    float scale = (float) Math.sqrt(-2 * (float) StrictMath.log(square) / square);
    secondFloat = x * scale;
    hasSecond = true;
    return y * scale;
  }

  @Override
  public double normalDouble() {
    if (hasSecond) {
      hasSecond = false;
      return secondDouble;
    }
    double x;
    double y;
    double square;
    do {
      x = 2 * uniformDouble() - 1;
      y = 2 * uniformDouble() - 1;
      square = x * x + y * y;
    } while (square > 1 || square == 0);
    double scale = Math.sqrt(-2 * StrictMath.log(square) / square);
    secondDouble = x * scale;
    hasSecond = true;
    return y * scale;
  }
}
