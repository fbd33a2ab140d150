package io.pelton.cuda.kernel;

import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Locale;

/** What kernels know dtypes by. */
public final class ElementType {
  /** Floats that kernels compute in. */
  public static final List<DType> FLOATS = List.of(DType.F32, DType.F16, DType.BF16, DType.F64);

  /** In the order of {@code ElementType} in {@code order.cuh}. */
  public static final List<DType> NUMBERS =
      List.of(
          DType.F32,
          DType.F16,
          DType.BF16,
          DType.F64,
          DType.I64,
          DType.I32,
          DType.I16,
          DType.I8,
          DType.U64,
          DType.U32,
          DType.U16,
          DType.U8);

  private ElementType() {}

  /** The number of a dtype in {@code order.cuh}. */
  public static int code(DType dtype) {
    return NUMBERS.indexOf(dtype);
  }

  /** The name of a function of elements of that dtype. */
  public static String function(String name, DType dtype) {
    return name + "_" + dtype.name().toLowerCase(Locale.ROOT);
  }
}
