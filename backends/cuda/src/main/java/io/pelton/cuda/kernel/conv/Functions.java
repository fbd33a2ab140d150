package io.pelton.cuda.kernel.conv;

import io.pelton.engine.tensor.DType;
import java.util.Locale;

/** Names of functions that there are for several dtypes. */
final class Functions {
  private Functions() {}

  /** The function that computes in a dtype, such as {@code max_pool_f32}. */
  static String of(String name, DType dtype) {
    return name + "_" + dtype.name().toLowerCase(Locale.ROOT);
  }
}
