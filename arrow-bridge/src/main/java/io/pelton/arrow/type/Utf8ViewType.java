package io.pelton.arrow.type;

import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ViewVarCharVector;

/** Text behind 16-byte views, short strings inline. */
public final class Utf8ViewType extends TextType {
  @Override
  public Optional<String> packedBecause() {
    return Optional.of("views scatter the text");
  }

  @Override
  public TextReader read(FieldVector vector, int rows) {
    ViewVarCharVector views = (ViewVarCharVector) vector;
    return (row, target) -> {
      byte[] utf8 = views.get(row);
      target.append(utf8, 0, utf8.length);
    };
  }
}
