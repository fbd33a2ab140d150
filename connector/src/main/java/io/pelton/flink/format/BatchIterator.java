package io.pelton.flink.format;

import java.lang.ref.Cleaner;
import java.util.concurrent.Semaphore;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.MutableRecordAndPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.columnar.ColumnarRowData;

/**
 * The rows of one record batch, each the same view at another place. Flink drops batches that a
 * cancelled task had not finished, without releasing them, while the task may still look at them;
 * such a batch is freed when nobody can see its rows any more.
 */
final class BatchIterator implements BulkFormat.RecordIterator<RowData> {
  private static final Cleaner CLEANER = Cleaner.create();

  private final ColumnarRowData row;
  private final int rows;
  private final long offset;
  private final Cleaner.Cleanable memory;
  private final MutableRecordAndPosition<RowData> record = new MutableRecordAndPosition<>();
  private int next;

  /**
   * @param places gets back the batch's when it is released
   * @param offset of the batch in its file
   * @param skip rows that are not read again
   */
  BatchIterator(TableFile.Rows batch, Semaphore places, long offset, long skip) {
    this.row = new ColumnarRowData(batch.rows());
    this.rows = batch.rows().getNumRows();
    this.offset = offset;
    this.next = Math.toIntExact(skip);
    this.memory = CLEANER.register(batch.rows(), releasing(batch.release(), places));
  }

  /** Must not refer to the rows, or they could always be seen. */
  private static Runnable releasing(Runnable release, Semaphore places) {
    return () -> {
      release.run();
      places.release();
    };
  }

  @Override
  public RecordAndPosition<RowData> next() {
    if (next == rows) {
      return null;
    }
    row.setRowId(next);
    next++;
    record.set(row, offset, next);
    return record;
  }

  @Override
  public void releaseBatch() {
    memory.clean();
  }
}
