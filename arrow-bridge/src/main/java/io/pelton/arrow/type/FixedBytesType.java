package io.pelton.arrow.type;

import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** Bytes of one width, as strings. */
final class FixedBytesType extends TextType {
  private final int width;

  FixedBytesType(int width) {
    this.width = width;
  }

  @Override
  public Optional<String> packedBecause() {
    return Optional.of("bytes of fixed width have no offsets");
  }

  @Override
  public TextReader read(FieldVector vector, int rows) {
    ArrowBuf data = vector.getDataBuffer();
    TextScratch scratch = new TextScratch();
    return (row, target) -> scratch.append(data, (long) row * width, width, target);
  }
}
