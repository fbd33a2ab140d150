package io.pelton.flink.format;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.table.data.RowData;

/** Reads the record batches of a split, of which at most two are open at a time. */
final class ArrowBulkReader implements BulkFormat.Reader<RowData> {
  /** One that is being used, and one that is ready. */
  private static final int OPEN_BATCHES = 2;

  private final TableFile file;
  private final SplitBatches batches;
  private final BatchFilter filter;
  private final List<String> names = new ArrayList<>();
  private final Semaphore places = new Semaphore(OPEN_BATCHES);

  ArrowBulkReader(TableFile file, SplitBatches batches, BatchFilter filter) {
    this.file = file;
    this.batches = batches;
    this.filter = filter;
    file.fields().forEach(field -> names.add(field.getName()));
  }

  @Override
  public BulkFormat.RecordIterator<RowData> readBatch() throws IOException {
    while (batches.advance()) {
      SplitBatches.Part part = batches.take();
      if (filter == BatchFilter.ALL || filter.mayHold(nulls(part.batch()))) {
        BulkFormat.RecordIterator<RowData> rows = read(part);
        if (rows != null) {
          return rows;
        }
      }
    }
    return null;
  }

  private BulkFormat.RecordIterator<RowData> read(SplitBatches.Part part) throws IOException {
    awaitPlace();
    TableFile.Rows rows;
    try {
      rows = file.rows(part.batch());
    } catch (RuntimeException failure) {
      places.release();
      throw failure;
    }
    if (rows.rows().getNumRows() <= part.skip()) {
      rows.release().run();
      places.release();
      return null;
    }
    return new BatchIterator(rows, places, file.offset(part.batch()), part.skip());
  }

  private void awaitPlace() throws InterruptedIOException {
    try {
      places.acquire();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      InterruptedIOException failure = new InterruptedIOException("reading was cancelled");
      failure.initCause(interrupted);
      throw failure;
    }
  }

  private BatchFilter.Nulls nulls(int batch) {
    return new HeaderNulls(names, file.fields(), file.summary(batch));
  }

  @Override
  public void close() {
    file.close();
  }
}
