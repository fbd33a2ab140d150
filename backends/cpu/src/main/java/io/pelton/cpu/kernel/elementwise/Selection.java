package io.pelton.cpu.kernel.elementwise;

/**
 * A loop over {@code count} elements: {@code z[k + n] = condition[c + n] != 0 ? x[i + n] : y[j +
 * n]}.
 */
@FunctionalInterface
public interface Selection<A> {
  void apply(byte[] condition, int c, A x, int i, A y, int j, A z, int k, int count);
}
