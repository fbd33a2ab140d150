package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;

/** Copies the rows of a batch that were scored, where some between them were not. */
final class SelectedRows {
  private SelectedRows() {}

  /**
   * @return owned by the caller
   */
  static ArrowBatch of(ArrowBatch batch, int[] rows, ArrowAllocator allocator) {
    List<FieldVector> vectors = new ArrayList<>();
    ArrowBatch dictionaries = batch.retain();
    try {
      for (int column = 0; column < batch.columns(); column++) {
        FieldVector source = batch.vector(column);
        FieldVector target = source.getField().createVector(allocator.arrow());
        vectors.add(target);
        for (int i = 0; i < rows.length; i++) {
          target.copyFromSafe(rows[i], i, source);
        }
        target.setValueCount(rows.length);
      }
      return ArrowBatch.of(
          batch.schema(),
          vectors,
          rows.length,
          batch.dictionaries(),
          () -> {
            vectors.forEach(FieldVector::close);
            dictionaries.close();
          });
    } catch (Throwable failure) {
      AutoCloseables.close(failure, vectors);
      dictionaries.close();
      throw failure;
    }
  }
}
