package io.pelton.arrow.io;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.apache.arrow.vector.FieldVector;

/**
 * The main class of a JVM that reads files, each as a file and as a stream, with little memory and
 * time, and prints a line for each: its name and what became of it, separated by a tab.
 */
final class CrasherRun {
  static final String REFUSED = "refused: ";
  static final String READ = "read: ";

  private static final long LIMIT = 96L << 20;
  private static final long SECONDS = 2;

  /** Seconds after which a reader hangs; other processes may hold a sound one up that long. */
  private static final long PATIENCE = 30;

  private static final int ROWS = 10_000;

  private CrasherRun() {}

  public static void main(String[] files) throws InterruptedException {
    for (String file : files) {
      Path path = Path.of(file);
      System.out.println("file " + path.getFileName() + "\t" + guarded(path, IpcFileReader::open));
      System.out.println(
          "stream " + path.getFileName() + "\t" + guarded(path, IpcStreamReader::open));
    }
    // a reader that hangs is a daemon's
  }

  private static String guarded(Path file, BiFunction<Path, ArrowAllocator, BatchReader> open)
      throws InterruptedException {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    Thread reader = new Thread(() -> outcome.complete(timed(file, open)), "reader");
    reader.setDaemon(true);
    reader.start();
    try {
      return outcome.get(PATIENCE, TimeUnit.SECONDS);
    } catch (TimeoutException slow) {
      return "hangs";
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static String timed(Path file, BiFunction<Path, ArrowAllocator, BatchReader> open) {
    String outcome = read(file, open);
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    return nanos > TimeUnit.SECONDS.toNanos(SECONDS) ? "took " + nanos + " ns" : outcome;
  }

  private static String read(Path file, BiFunction<Path, ArrowAllocator, BatchReader> open) {
    try (ArrowAllocator allocator = ArrowAllocator.open("crasher", LIMIT, "the test's limit")) {
      String outcome;
      try {
        outcome = READ + readAll(open.apply(file, allocator));
      } catch (ArrowBridgeException clear) {
        outcome =
            clear.getMessage().contains(file.getFileName().toString())
                    || clear.getMessage().contains("crasher")
                ? REFUSED + clear.getClass().getSimpleName() + ": " + clear.getMessage()
                : "error that does not name the file: " + clear;
      }
      return allocator.held() == 0 ? outcome : "leaked " + allocator.held() + " bytes";
    } catch (Throwable unclear) {
      return unclear + " at " + unclear.getStackTrace()[0];
    }
  }

  private static String readAll(BatchReader reader) {
    long rows = 0;
    int batches = 0;
    try (reader) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          touch(batch);
          rows += batch.rows();
          batches++;
        }
      }
    }
    return batches + " batches, " + rows + " rows";
  }

  /** Looks at values, which are nulls, numbers and text to the bridge's users. */
  private static void touch(ArrowBatch batch) {
    for (int column = 0; column < batch.columns(); column++) {
      FieldVector vector = batch.vector(column);
      for (int row = 0; row < batch.rows(); row += row < ROWS ? 1 : batch.rows() / ROWS + 1) {
        if (!vector.isNull(row)) {
          vector.getObject(row);
        }
      }
    }
  }
}
