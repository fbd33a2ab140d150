package io.pelton.arrow.type;

import io.pelton.engine.tensor.StringStorage;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** Text or bytes behind 32-bit offsets, the layout of {@link StringStorage}. */
public final class Utf8Type extends TextType {
  @Override
  public Optional<String> packedBecause() {
    return Optional.empty();
  }

  /**
   * Rows of a vector in place. The first offset need not be 0, and a vector without rows need not
   * have offsets.
   *
   * @param release see {@link StringStorage#wrap}
   */
  public StringStorage view(FieldVector vector, int from, int rows, Runnable release) {
    if (rows == 0) {
      return StringStorage.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(0), 0, release);
    }
    ByteBuffer offsets =
        vector.getOffsetBuffer().nioBuffer(4L * from, Math.toIntExact(4L * (rows + 1L)));
    ArrowBuf data = vector.getDataBuffer();
    int bytes = (int) Math.min(data.capacity(), Integer.MAX_VALUE);
    return StringStorage.wrap(offsets, data.nioBuffer(0, bytes), rows, release);
  }

  @Override
  public TextReader read(FieldVector vector, int rows) {
    StringStorage strings = view(vector, 0, rows, () -> {});
    return (row, target) -> target.append(strings, row);
  }
}
