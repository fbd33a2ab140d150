package io.pelton.cpu.kernel;

import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.stream.Stream;

/** Groups of dtypes that share a loop. */
public final class DTypes {
  /** Floats that are computed in float32. */
  public static final List<DType> SINGLES = List.of(DType.F32, DType.F16, DType.BF16);

  public static final List<DType> SIGNED = List.of(DType.I64, DType.I32, DType.I16, DType.I8);

  /** Unsigned integers that are not negative as {@code long}. */
  public static final List<DType> SHORT_UNSIGNED = List.of(DType.U32, DType.U16, DType.U8);

  public static final List<DType> UNSIGNED = List.of(DType.U64, DType.U32, DType.U16, DType.U8);

  public static final List<DType> INTEGERS = integers();

  private DTypes() {}

  private static List<DType> integers() {
    return Stream.of(SIGNED, UNSIGNED).flatMap(List::stream).toList();
  }
}
