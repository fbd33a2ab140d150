package io.pelton.cpu.kernel.elementwise;

/**
 * A loop over {@code count} elements: {@code y[k + n]} is {@code x[i + n]} held between {@code
 * bounds[0]} and {@code bounds[1]}.
 */
@FunctionalInterface
public interface Clipping<A> {
  void apply(A x, int i, A bounds, A y, int k, int count);
}
