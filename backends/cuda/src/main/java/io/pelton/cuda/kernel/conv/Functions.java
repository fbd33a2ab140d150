package io.pelton.cuda.kernel.conv;

import io.pelton.engine.tensor.DType;
import java.util.Locale;

/** Names of functions that there are for several dtypes. */
public final class Functions {
  private Functions() {}

  /** The function that computes in a dtype, such as {@code max_pool_f32}. */
  public static String of(String name, DType dtype) {
    return name + "_" + dtype.name().toLowerCase(Locale.ROOT);
  }

  /** The function that copies elements of the dtype's width, such as {@code resample_b32}. */
  public static String byWidth(String name, DType dtype) {
    return name + "_b" + dtype.carrier().width() * Byte.SIZE;
  }
}
