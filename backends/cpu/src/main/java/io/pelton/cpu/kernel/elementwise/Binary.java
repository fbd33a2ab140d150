package io.pelton.cpu.kernel.elementwise;

/** A loop over {@code count} elements: {@code z[k + n] = f(x[i + n], y[j + n])}. */
@FunctionalInterface
public interface Binary<A, B> {
  void apply(A x, int i, A y, int j, B z, int k, int count);
}
