package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Fills vectors of the type that {@link ArrowTypes} gives with engine elements; none is null.
 *
 * <p>With {@code keep}, a vector is put on the elements' own memory where that is Arrow's layout.
 */
public final class VectorWriter {
  private VectorWriter() {}

  /** Elements that lie one after the other from {@code first} on. */
  public static void run(FieldVector vector, Storage storage, long first, int count, boolean keep) {
    int start = Math.toIntExact(first);
    if (keep && count > 0 && copiedBecause(storage, true).isEmpty()) {
      put(vector, (NativeStorage) storage, start, count);
    } else {
      write(vector, storage, i -> start + i, true, count);
    }
  }

  /**
   * Why elements are copied to a vector even where they may be kept; empty where they are not.
   *
   * @param run whether they follow each other
   */
  public static Optional<String> copiedBecause(Storage storage, boolean run) {
    if (storage.dtype() == DType.STRING) {
      return Optional.of("text is copied");
    }
    if (storage.dtype() == DType.BOOL) {
      return Optional.of("one bit per value");
    }
    if (storage.dtype() == DType.BF16) {
      return Optional.of("Arrow has no bfloat16");
    }
    if (!(storage instanceof NativeStorage)) {
      return Optional.of("the values are on the heap");
    }
    return run ? Optional.empty() : Optional.of("the values do not follow each other");
  }

  private static void put(FieldVector vector, NativeStorage storage, int start, int count) {
    BufferAllocator allocator = vector.getAllocator();
    long width = storage.dtype().bits() / 8;
    try (ArrowBuf values =
        StorageAllocation.wrap(allocator, storage, start * width, count * width)) {
      vector.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(allocator.getEmpty(), values));
    }
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
