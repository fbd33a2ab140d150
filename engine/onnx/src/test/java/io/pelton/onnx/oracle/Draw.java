package io.pelton.onnx.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** Seeded choices. */
public final class Draw {
  private final Random random;

  public Draw(long seed) {
    // neighbouring seeds of Random start alike
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends included. */
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  public boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  public float normal() {
    return (float) random.nextGaussian();
  }

  /** A number with few digits, so that sums of some are exact. */
  public float simple() {
    return between(-16, 16) / 4f;
  }

  public float normalOrSimple() {
    return chance(0.5) ? normal() : simple();
  }

  @SafeVarargs
  public final <T> T one(T... options) {
    return options[below(options.length)];
  }

  public <T> T one(List<T> options) {
    return options.get(below(options.size()));
  }

  public <T> List<T> many(int count, IntFunction<T> maker) {
    List<T> made = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      made.add(maker.apply(i));
    }
    return made;
  }

  public float[] normals(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = normalOrSimple();
    }
    return numbers;
  }

  /** The numbers 0 to {@code count - 1} in random order. */
  public List<Integer> order(int count) {
    List<Integer> order = many(count, i -> i);
    Collections.shuffle(order, random);
    return order;
  }

  /** A sample of different elements, in random order. */
  public <T> List<T> sample(int count, List<T> from) {
    return order(from.size()).stream().limit(count).map(from::get).toList();
  }
}
