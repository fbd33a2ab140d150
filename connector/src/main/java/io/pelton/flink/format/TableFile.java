package io.pelton.flink.format;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchSummary;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.rowdata.Origin;
import io.pelton.flink.rowdata.RowDataViews;
import io.pelton.flink.source.SourceFile;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.types.logical.RowType;

/**
 * An open Arrow file, read as a table's rows. Its memory is freed when it is closed and every batch
 * of it was released, in whichever order and on whichever threads.
 */
final class TableFile {
  private final String name;
  private final ArrowAllocator allocator;
  private final AtomicInteger holders = new AtomicInteger(1);
  private IpcFileReader reader;
  private RowDataViews views;

  private TableFile(String name, ArrowAllocator allocator) {
    this.name = name;
    this.allocator = allocator;
  }

  /**
   * @throws io.pelton.arrow.ArrowBridgeException for a file that can't be read
   * @throws io.pelton.flink.error.FileChanged for one that has another length than the split says
   * @throws io.pelton.flink.error.TableMismatch for one that does not fit the type
   */
  static TableFile open(
      FileSourceSplit split, RowType type, long memoryLimit, boolean missingIsNull) {
    String name = split.path().toString();
    ArrowAllocator allocator =
        ArrowAllocator.open("Arrow table file " + name, memoryLimit, "'arrow.memory-limit'");
    TableFile file = new TableFile(name, allocator);
    try {
      file.reader =
          IpcFileReader.open(
              new SourceFile(name, split.fileSize()).open(),
              name,
              allocator,
              schema -> {
                file.views = RowDataViews.of(type, name, schema, missingIsNull);
                return file.views.columns();
              });
      return file;
    } catch (RuntimeException failure) {
      allocator.close();
      throw failure;
    }
  }

  String name() {
    return name;
  }

  int batches() {
    return reader.batches();
  }

  long offset(int batch) {
    return reader.offset(batch);
  }

  BatchSummary summary(int batch) {
    return reader.summary(batch);
  }

  /** The columns that are read, in the order of a summary's counts. */
  List<Field> fields() {
    return reader.schema().getFields();
  }

  /** Reads a batch, which stays open until it is released, even when the file is closed. */
  Rows rows(int batch) {
    ArrowBatch columns = reader.batch(batch);
    try {
      holders.incrementAndGet();
      VectorizedColumnBatch rows =
          new VectorizedColumnBatch(views.on(columns, new Origin(name, batch)));
      rows.setNumRows(columns.rows());
      return new Rows(rows, () -> release(columns));
    } catch (RuntimeException failure) {
      release(columns);
      throw failure;
    }
  }

  private void release(ArrowBatch columns) {
    columns.close();
    letGo();
  }

  /**
   * A batch as rows.
   *
   * @param release frees it, once; does not refer to the rows
   */
  record Rows(VectorizedColumnBatch rows, Runnable release) {}

  private void letGo() {
    if (holders.decrementAndGet() == 0) {
      allocator.close();
    }
  }

  void close() {
    reader.close();
    letGo();
  }
}
