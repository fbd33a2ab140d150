package io.pelton.flink.format;

import java.lang.ref.Cleaner;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.table.data.RowData;

/**
 * Writes rows into a file, in record batches. Flink does not tell a writer that its file is given
 * up, so that the memory of one that never finishes is freed when the writer can't be seen any
 * more.
 */
final class ArrowBulkWriter implements BulkWriter<RowData> {
  private static final Cleaner CLEANER = Cleaner.create();

  private final WriterMemory memory;
  private final WriterSettings settings;
  private final Cleaner.Cleanable cleanable;

  ArrowBulkWriter(WriterMemory memory, WriterSettings settings) {
    this.memory = memory;
    this.settings = settings;
    this.cleanable = CLEANER.register(this, memory);
  }

  @Override
  public void addElement(RowData row) {
    try {
      memory.vectors().add(row);
    } catch (RuntimeException failure) {
      cleanable.clean();
      throw failure;
    }
    if (memory.vectors().rows() >= settings.batchRows()
        || memory.vectors().bytes() >= settings.batchBytes()) {
      flush();
    }
  }

  @Override
  public void flush() {
    attempt(memory::writeBatch);
  }

  @Override
  public void finish() {
    attempt(memory::finish);
    cleanable.clean();
  }

  /** A writer that failed is not used again. */
  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException failure) {
      cleanable.clean();
      throw failure;
    }
  }
}
