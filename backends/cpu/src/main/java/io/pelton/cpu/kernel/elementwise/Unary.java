package io.pelton.cpu.kernel.elementwise;

/** A loop over {@code count} elements: {@code y[k + n] = f(x[i + n])}. */
@FunctionalInterface
public interface Unary<A, B> {
  void apply(A x, int i, B y, int k, int count);
}
