package io.pelton.cuda.kernel.elementwise;

import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What CUDA C calls the dtypes, and groups of them that have functions in common. */
final class Elements {
  static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);
  static final List<DType> SIGNED = List.of(DType.I64, DType.I32, DType.I16, DType.I8);
  static final List<DType> UNSIGNED = List.of(DType.U64, DType.U32, DType.U16, DType.U8);
  static final List<DType> INTEGERS = join(SIGNED, UNSIGNED);
  static final List<DType> NUMBERS = join(FLOATS, INTEGERS);

  private Elements() {}

  private static List<DType> join(List<DType> first, List<DType> second) {
    return Stream.of(first, second).flatMap(List::stream).toList();
  }

  /** How names of functions for a dtype end; booleans are bytes of 0 and 1. */
  static String suffix(DType dtype) {
    return "_" + (dtype == DType.BOOL ? DType.U8 : dtype).name().toLowerCase(Locale.ROOT);
  }

  /** How names of functions that move elements as they are end. */
  static String bits(DType dtype) {
    return "_" + dtype.bits();
  }

  /** {@code NEIGHBOURS} in {@code walk.cuh}: how many elements a thread takes. */
  static int together(DType dtype) {
    return dtype.bits() < Integer.SIZE ? 8 : 4;
  }
}
