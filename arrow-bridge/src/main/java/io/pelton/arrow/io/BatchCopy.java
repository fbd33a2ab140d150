package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Copies batches buffer by buffer, all of a batch's into one piece of memory. */
final class BatchCopy {
  private static final int ALIGNMENT = 8;

  private final Origin origin;
  private final BufferAllocator target;
  private final BufferAllocator scratch;

  /**
   * @param scratch of buffers that are not a batch's as they lie, and do not outlive the copying
   */
  BatchCopy(Origin origin, BufferAllocator target, BufferAllocator scratch) {
    this.origin = origin;
    this.target = target;
    this.scratch = scratch;
  }

  ArrowBatch copy(ArrowBatch batch) {
    BatchLoader loader = new BatchLoader(origin, target);
    try (IpcDictionaries dictionaries = IpcDictionaries.ofStream(batch.schema(), loader)) {
      for (long id : dictionaries.current().getDictionaryIds()) {
        Field field = dictionaries.current().lookup(id).getVector().getField();
        FieldVector values = WrittenDictionaries.values(origin, batch.dictionaries(), id);
        dictionaries.put(id, copy(List.of(values), List.of(field), values.getValueCount()).get(0));
      }
      List<FieldVector> vectors = new ArrayList<>(batch.columns());
      for (int column = 0; column < batch.columns(); column++) {
        vectors.add(batch.vector(column));
      }
      return LoadedBatch.of(
          batch.schema(),
          copy(vectors, dictionaries.memoryFields(), batch.rows()),
          batch.rows(),
          dictionaries.current());
    }
  }

  private List<FieldVector> copy(List<FieldVector> vectors, List<Field> fields, int rows) {
    List<FieldVector> copies = new ArrayList<>(vectors.size());
    try (VectorUnload unload = new VectorUnload(Compression.NONE, scratch)) {
      vectors.forEach(unload::add);
      fields.forEach(field -> copies.add(field.createVector(target)));
      try (ArrowBuf memory = target.buffer(bytes(unload.buffers()))) {
        new VectorFill(unload.nodes(), copies(unload.buffers(), memory), unload.variadicCounts())
            .fill(copies, rows);
      }
      return copies;
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, copies);
      throw failure;
    }
  }

  private static long bytes(List<ArrowBuf> buffers) {
    return buffers.stream().mapToLong(buffer -> aligned(buffer.writerIndex())).sum();
  }

  private static long aligned(long bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  private static List<ArrowBuf> copies(List<ArrowBuf> buffers, ArrowBuf memory) {
    List<ArrowBuf> copies = new ArrayList<>(buffers.size());
    long at = 0;
    for (ArrowBuf buffer : buffers) {
      long length = buffer.writerIndex();
      if (length > 0) {
        memory.setBytes(at, buffer, 0, length);
      }
      copies.add(memory.slice(at, length));
      at += aligned(length);
    }
    return copies;
  }
}
