package io.pelton.cpu.random;

/** Every draw is 0, whatever the seed. */
final class ZeroDraws implements Draws {
  @Override
  public void start(long seed, long stream) {}

  @Override
  public float uniformFloat() {
    return 0;
  }

  @Override
  public double uniformDouble() {
    return 0;
  }

  @Override
  public float normalFloat() {
    return 0;
  }

  @Override
  public double normalDouble() {
    return 0;
  }
}
