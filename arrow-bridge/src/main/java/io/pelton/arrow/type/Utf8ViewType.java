package io.pelton.arrow.type;

import io.pelton.engine.tensor.StringStorage;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;

/** Text or bytes behind 16-byte views, short ones inline. */
public final class Utf8ViewType extends TextType {
  @Override
  public Optional<String> packedBecause() {
    return Optional.of("views scatter the text");
  }

  @Override
  public TextReader read(FieldVector vector, int rows) {
    if (vector instanceof ViewVarBinaryVector bytes) {
      return (row, target) -> append(bytes.get(row), target);
    }
    ViewVarCharVector text = (ViewVarCharVector) vector;
    return (row, target) -> append(text.get(row), target);
  }

  private static void append(byte[] bytes, StringStorage target) {
    target.append(bytes, 0, bytes.length);
  }
}
