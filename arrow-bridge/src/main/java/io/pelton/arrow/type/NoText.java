package io.pelton.arrow.type;

import java.util.Optional;
import org.apache.arrow.vector.FieldVector;

/** A column of nulls where text is wanted. */
final class NoText extends TextType {
  static final String REASON = "a column of nulls has no memory";

  private static final byte[] NOTHING = new byte[0];

  @Override
  public Optional<String> packedBecause() {
    return Optional.of(REASON);
  }

  @Override
  public TextReader read(FieldVector vector, int rows) {
    return (row, target) -> target.append(NOTHING, 0, 0);
  }
}
