package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** How the vectors of one Arrow type hold engine elements. Immutable. */
public sealed interface ColumnType permits NumberType, TextType {
  /** What {@link #of} knows, for messages. */
  String SUPPORTED = "Int and UInt of 8 to 64 bits, FloatingPoint, Bool, Utf8, LargeUtf8, Utf8View";

  /** The mapping of an Arrow type, where there is one. */
  static Optional<ColumnType> of(ArrowType type) {
    if (type instanceof ArrowType.Int integer) {
      return Optional.of(IntegerType.of(integer.getBitWidth(), integer.getIsSigned()));
    }
    if (type instanceof ArrowType.FloatingPoint floating) {
      return Optional.of(FloatType.of(floating.getPrecision()));
    }
    return Optional.ofNullable(
        switch (type.getTypeID()) {
          case Bool -> new BitType();
          case Utf8 -> new Utf8Type();
          case LargeUtf8 -> new LargeUtf8Type();
          case Utf8View -> new Utf8ViewType();
          default -> null;
        });
  }

  /** The engine's type of the elements. */
  DType dtype();

  /** Why the engine can't read a vector's memory in place; empty where it can. */
  Optional<String> packedBecause();
}
