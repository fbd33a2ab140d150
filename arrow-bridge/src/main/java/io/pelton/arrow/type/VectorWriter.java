package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Fills vectors of the type that {@link ArrowTypes} gives with engine elements; none is null. */
public final class VectorWriter {
  private VectorWriter() {}

  /** Elements that lie one after the other from {@code first} on. */
  public static void run(FieldVector vector, Storage storage, long first, int count) {
    int start = Math.toIntExact(first);
    write(vector, storage, i -> start + i, true, count);
  }

  /** Elements wherever they lie. */
  public static void scattered(
      FieldVector vector, Storage storage, IntUnaryOperator position, int count) {
    write(vector, storage, position, false, count);
  }

  private static void write(
      FieldVector vector, Storage storage, IntUnaryOperator position, boolean run, int count) {
    BufferAllocator allocator = vector.getAllocator();
    if (storage.dtype() == DType.STRING) {
      strings(vector, (StringStorage) storage, position, count);
      return;
    }
    try (ArrowBuf values = VectorBuffers.numbers(allocator, storage, position, run, count)) {
      vector.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(allocator.getEmpty(), values));
    }
  }

  private static void strings(
      FieldVector vector, StringStorage strings, IntUnaryOperator position, int count) {
    long bytes = 0;
    int longest = 0;
    for (int i = 0; i < count; i++) {
      int length = strings.byteLength(position.applyAsInt(i));
      bytes += length;
      longest = Math.max(longest, length);
    }
    BufferAllocator allocator = vector.getAllocator();
    byte[] scratch = new byte[longest];
    int total = Math.toIntExact(bytes);
    try (ArrowBuf offsets = allocator.buffer(4L * (count + 1L));
        ArrowBuf text = allocator.buffer(total)) {
      int end = 0;
      offsets.setInt(0, 0);
      for (int i = 0; i < count; i++) {
        int length = strings.copy(position.applyAsInt(i), scratch, 0);
        text.setBytes(end, scratch, 0, length);
        end += length;
        offsets.setInt(4L * i + 4, end);
      }
      offsets.writerIndex(4L * (count + 1L));
      text.writerIndex(end);
      vector.loadFieldBuffers(
          new ArrowFieldNode(count, 0), List.of(allocator.getEmpty(), offsets, text));
    }
  }
}
