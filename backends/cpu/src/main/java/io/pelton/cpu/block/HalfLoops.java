package io.pelton.cpu.block;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Loops between floats and 16-bit floats; they round to nearest, ties to even. All have the bits of
 * {@link io.pelton.engine.tensor.Half}. Thread-safe.
 */
public interface HalfLoops {
  /** Knows loops that are faster than scalar ones; found as a service. */
  interface Source {
    /** Empty when they can't be used in this JVM. */
    Optional<HalfLoops> loops();
  }

  /** The fastest that can be used in this JVM. */
  HalfLoops BEST =
      ServiceLoader.load(Source.class, Source.class.getClassLoader()).stream()
          .flatMap(source -> source.get().loops().stream())
          .findFirst()
          .orElseGet(HalfLoops::scalar);

  void fromF16(short[] x, int i, float[] y, int k, int count);

  void fromBf16(short[] x, int i, float[] y, int k, int count);

  void toF16(float[] x, int i, short[] y, int k, int count);

  void toBf16(float[] x, int i, short[] y, int k, int count);

  /** Rounds floats to numbers that F16 has. */
  void roundToF16(float[] x, int at, int count);

  /** Rounds floats to numbers that BF16 has. */
  void roundToBf16(float[] x, int at, int count);

  /** Element by element. */
  static HalfLoops scalar() {
    return new ScalarHalfLoops();
  }
}
