package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;
import org.apache.arrow.vector.util.TransferPair;

/** The vectors and dictionaries of one batch, taken out of a reader that would reuse them. */
final class ImportedBatch {
  private final int rows;
  private final List<FieldVector> vectors;
  private final List<FieldVector> owned;
  private final DictionaryProvider dictionaries;

  private ImportedBatch(
      int rows,
      List<FieldVector> vectors,
      List<FieldVector> owned,
      DictionaryProvider dictionaries) {
    this.rows = rows;
    this.vectors = vectors;
    this.owned = owned;
    this.dictionaries = dictionaries;
  }

  /** Moves a root's contents into an account; no data is copied. */
  static ImportedBatch take(VectorSchemaRoot root, ArrowReader reader, BufferAllocator target) {
    List<FieldVector> owned = new ArrayList<>();
    DictionaryProvider.MapDictionaryProvider dictionaries =
        new DictionaryProvider.MapDictionaryProvider();
    Set<Long> ids = new HashSet<>();
    for (Field field : root.getSchema().getFields()) {
      DictionaryUtility.toMessageFormat(field, reader, ids);
    }
    for (long id : ids) {
      Dictionary shared = reader.lookup(id);
      FieldVector values = moved(shared.getVector(), target, owned);
      dictionaries.put(new Dictionary(values, shared.getEncoding()));
    }
    List<FieldVector> vectors = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      vectors.add(moved(vector, target, owned));
    }
    return new ImportedBatch(root.getRowCount(), vectors, owned, dictionaries);
  }

  private static FieldVector moved(
      FieldVector vector, BufferAllocator target, List<FieldVector> owned) {
    TransferPair pair = vector.getTransferPair(target);
    pair.transfer();
    FieldVector moved = (FieldVector) pair.getTo();
    owned.add(moved);
    return moved;
  }

  /** Bytes of all buffers, as they are charged. */
  long bytes() {
    long bytes = 0;
    for (FieldVector vector : owned) {
      bytes += vector.getBufferSize();
    }
    return bytes;
  }

  ArrowBatch open(Schema schema, Runnable afterwards) {
    return ArrowBatch.of(
        schema,
        vectors,
        rows,
        dictionaries,
        () -> {
          owned.forEach(FieldVector::close);
          afterwards.run();
        });
  }
}
