package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.util.Optional;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** The Arrow type that holds the elements of a dtype. */
public final class ArrowTypes {
  private ArrowTypes() {}

  /** Empty for dtypes that Arrow has no column for; bfloat16 becomes 32-bit floats, exactly. */
  public static Optional<ArrowType> of(DType dtype) {
    return Optional.ofNullable(
        switch (dtype) {
          case F64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
          case F32, BF16 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
          case F16 -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
          case I64, I32, I16, I8 -> new ArrowType.Int(dtype.bits(), true);
          case U64, U32, U16, U8 -> new ArrowType.Int(dtype.bits(), false);
          case BOOL -> new ArrowType.Bool();
          case STRING -> new ArrowType.Utf8();
          default -> null;
        });
  }

  /** Nanoseconds of a unit. */
  public static long nanos(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1_000_000_000;
      case MILLISECOND -> 1_000_000;
      case MICROSECOND -> 1_000;
      case NANOSECOND -> 1;
    };
  }
}
