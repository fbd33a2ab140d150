package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;
import java.util.List;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Schema;

/** Makes batches of messages. They own their vectors, and the dictionaries that are valid now. */
final class LoadedBatch {
  private LoadedBatch() {}

  /**
   * @param schema of the columns that are loaded
   * @param columns their positions among the message's
   */
  static ArrowBatch of(
      Schema schema,
      int[] columns,
      IpcMessage message,
      MessageBody body,
      BatchLoader loader,
      IpcDictionaries dictionaries) {
    List<FieldVector> vectors = loader.load(message, body, dictionaries.memoryFields(), columns);
    DictionaryVersion version = dictionaries.current();
    try {
      IndexCheck.check(loader.origin(), message.range().offset(), vectors, version);
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, vectors);
      throw failure;
    }
    return of(schema, vectors, message.rows(), version);
  }

  /** Takes the vectors over, and retains the dictionaries. */
  static ArrowBatch of(
      Schema schema, List<FieldVector> vectors, int rows, DictionaryVersion version) {
    version.retain();
    return ArrowBatch.of(
        schema,
        vectors,
        rows,
        version,
        () -> {
          vectors.forEach(FieldVector::close);
          version.release();
        });
  }
}
