package io.pelton.arrow.dataset;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidFilter;
import io.pelton.arrow.Reservation;
import io.pelton.arrow.UnknownColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeDataset;
import org.apache.arrow.dataset.jni.NativeScanner;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** One pass of Arrow's dataset library over some files. */
final class NativeScan implements AutoCloseable {
  // Unlimited, for an import that fails in the middle would never give back what it has.
  private static final ArrowAllocator IMPORTS = ArrowAllocator.open("dataset imports");

  // what a filter's arithmetic reports while it is applied
  private static final List<String> ARITHMETIC = List.of("divide by zero", "overflow");

  private final ArrowAllocator allocator;
  private final DatasetFailure failures;
  private final boolean filtered;
  private final NativeMemory.Use memory;
  private final Lock natives = new ReentrantLock();
  private volatile boolean stopped;
  private boolean closed;
  private FileSystemDatasetFactory factory;
  private NativeDataset dataset;
  private NativeScanner scanner;
  private ArrowReader reader;
  private Schema schema;

  private NativeScan(String name, boolean filtered, ArrowAllocator allocator) {
    this.allocator = allocator;
    this.filtered = filtered;
    this.failures = new DatasetFailure(name);
    Reservation charge = allocator.reservation("reader of '" + name + "'");
    this.memory = NativeMemory.acquire(charge, this::stop);
  }

  /**
   * @param name for messages
   * @param columns to read, null for all
   * @param filter a Substrait expression, null for all rows
   */
  static NativeScan open(
      String name,
      List<String> uris,
      DatasetFormat format,
      List<String> columns,
      byte[] filter,
      int batchRows,
      ArrowAllocator allocator) {
    NativeScan scan = new NativeScan(name, filter != null, allocator);
    scan.natives.lock();
    try {
      scan.checkGoing();
      scan.start(uris, format, columns, filter, batchRows);
      return scan;
    } catch (RuntimeException failure) {
      RuntimeException typed = scan.typed(failure, "open");
      AutoCloseables.close(typed, scan);
      throw typed;
    } finally {
      scan.natives.unlock();
    }
  }

  private void start(
      List<String> uris, DatasetFormat format, List<String> columns, byte[] filter, int batchRows) {
    BufferAllocator imports = IMPORTS.arrow();
    factory =
        new FileSystemDatasetFactory(
            imports, memory.pool(), libraryFormat(format), uris.toArray(String[]::new));
    Schema all = factory.inspect();
    if (columns != null) {
      List<String> known = all.getFields().stream().map(Field::getName).toList();
      for (String column : columns) {
        if (!known.contains(column)) {
          throw new UnknownColumn(column, "the reader of '" + failures.file() + "'", known);
        }
      }
    }
    dataset = factory.finish(all);
    ScanOptions.Builder options =
        new ScanOptions.Builder(batchRows)
            .columns(Optional.ofNullable(columns).map(list -> list.toArray(String[]::new)));
    if (filtered) {
      scanner = filteredScan(options, SubstraitFilter.of(failures.file(), filter, all));
    } else {
      scanner = dataset.newScan(options.build());
    }
    schema = scanner.schema();
    reader = scanner.scanBatches();
  }

  private NativeScanner filteredScan(ScanOptions.Builder options, ByteBuffer filter) {
    try {
      return dataset.newScan(options.substraitFilter(filter).build());
    } catch (RuntimeException refused) {
      throw new InvalidFilter(failures.file(), String.valueOf(refused.getMessage()), refused);
    }
  }

  private static FileFormat libraryFormat(DatasetFormat format) {
    return switch (format) {
      case PARQUET -> FileFormat.PARQUET;
      case ORC -> FileFormat.ORC;
    };
  }

  Schema schema() {
    return schema;
  }

  /** The next batch, which the caller owns; null at the end. */
  ArrowBatch next() {
    natives.lock();
    try {
      checkGoing();
      boolean more = reader.loadNextBatch();
      while (more && filtered && reader.getVectorSchemaRoot().getRowCount() == 0) {
        more = reader.loadNextBatch();
      }
      memory.check();
      return more ? batch(reader.getVectorSchemaRoot()) : null;
    } catch (IOException | RuntimeException failure) {
      throw typed(failure, "read");
    } finally {
      natives.unlock();
    }
  }

  /** Rows to the end, for a scan of no columns. */
  long count() {
    natives.lock();
    try {
      checkGoing();
      long rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
        checkGoing();
      }
      return rows;
    } catch (IOException | RuntimeException failure) {
      throw typed(failure, "read");
    } finally {
      natives.unlock();
    }
  }

  private void checkGoing() {
    if (stopped) {
      throw NativeWork.ending("the reader of '" + failures.file() + "' was closed");
    }
  }

  private ArrowBatch batch(VectorSchemaRoot root) {
    ImportedBatch batch = ImportedBatch.take(root, reader, allocator.arrow());
    long bytes = batch.bytes();
    memory.imported(bytes);
    return batch.open(schema, () -> memory.released(bytes));
  }

  private RuntimeException typed(Exception failure, String action) {
    try {
      memory.check();
    } catch (AllocationLimitExceeded full) {
      return full;
    }
    String message = String.valueOf(failure.getMessage());
    if (filtered && ARITHMETIC.contains(message)) {
      return new InvalidFilter(failures.file(), message, failure);
    }
    return failures.of(failure, action);
  }

  // Before the JVM ends. The reader stays its owner's to close.
  private void stop(long deadline) {
    stopped = true;
    try {
      if (natives.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        try {
          closeNatives();
        } finally {
          natives.unlock();
        }
      }
    } catch (InterruptedException halted) {
      Thread.currentThread().interrupt();
    } catch (Exception unclosed) {
      // the JVM ends all the same
    }
  }

  private void closeNatives() throws Exception {
    if (!closed) {
      closed = true;
      AutoCloseables.close(reader, scanner, dataset, factory);
    }
  }

  @Override
  public void close() {
    natives.lock();
    try {
      closeNatives();
    } catch (Exception failure) {
      throw typed(failure, "close");
    } finally {
      natives.unlock();
      memory.close();
    }
  }
}
