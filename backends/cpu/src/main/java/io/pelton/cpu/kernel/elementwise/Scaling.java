package io.pelton.cpu.kernel.elementwise;

/**
 * A loop over {@code count} elements: {@code y[k + n] = x[i + n] * a[c] + b[d]}, with the product
 * rounded before it is added to.
 */
@FunctionalInterface
public interface Scaling<A> {
  void apply(A x, int i, A a, int c, A b, int d, A y, int k, int count);
}
