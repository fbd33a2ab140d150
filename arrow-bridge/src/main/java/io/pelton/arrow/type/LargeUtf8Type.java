package io.pelton.arrow.type;

import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** Text or bytes behind 64-bit offsets. */
public final class LargeUtf8Type extends TextType {
  @Override
  public Optional<String> packedBecause() {
    return Optional.of("64-bit offsets");
  }

  @Override
  public TextReader read(FieldVector vector, int rows) {
    ArrowBuf offsets = vector.getOffsetBuffer();
    ArrowBuf data = vector.getDataBuffer();
    TextScratch scratch = new TextScratch();
    return (row, target) -> {
      long start = offsets.getLong(8L * row);
      long end = offsets.getLong(8L * row + 8);
      scratch.append(data, start, Math.toIntExact(end - start), target);
    };
  }
}
