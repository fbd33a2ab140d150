package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The child: ends in the wanted way while the natives' threads are at work. */
final class ExitProcess {
  static final int STATUS = 7;
  private static final int SCANS = 3;
  private static final int ROWS = 1_000_000;

  private ExitProcess() {}

  /**
   * @param arguments the file or folder, how to end, and where to write it to; where that is left
   *     out, it is only read
   */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Path file = Path.of(arguments[0]);
    ArrowAllocator allocator = ArrowAllocator.open("exit", 1L << 30, "the test's limit");
    if (arguments.length > 2) {
      write(file, Path.of(arguments[2]), allocator);
    } else {
      for (int scan = 0; scan < SCANS; scan++) {
        beginScan(file, allocator);
      }
    }
    System.out.println(ScanProcesses.MARK + "at work");
    System.out.flush();
    switch (arguments[1]) {
      case "exit" -> System.exit(STATUS);
      case "main" -> {}
      default -> Thread.sleep(Long.MAX_VALUE);
    }
  }

  /** Neither the reader nor its first batch is closed. */
  private static void beginScan(Path file, ArrowAllocator allocator) {
    DatasetFormat format = Files.isDirectory(file) ? DatasetFormat.ORC : DatasetFormat.PARQUET;
    DatasetReader reader = DatasetReader.of(file, format).batchRows(1000).open(allocator);
    if (reader.next().rows() == 0) {
      throw new IllegalStateException("no rows");
    }
  }

  /** Returns when part of the file is there. */
  private static void write(Path from, Path to, ArrowAllocator allocator)
      throws InterruptedException, IOException {
    DatasetReader reader =
        DatasetReader.of(from, DatasetFormat.PARQUET).limit(ROWS).open(allocator);
    ParquetWriter writer = ParquetWriter.create(to, reader.schema(), allocator);
    while (reader.hasNext()) {
      try (ArrowBatch batch = reader.next()) {
        writer.write(batch);
      }
    }
    reader.close();
    Thread finishing = new Thread(writer::finish, "finishing");
    finishing.setDaemon(true);
    finishing.start();
    while (!isBegun(to.toAbsolutePath().getParent())) {
      Thread.sleep(1);
    }
  }

  private static boolean isBegun(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.anyMatch(
          file ->
              file.getParent().getFileName().toString().equals("parquet")
                  && file.toFile().length() > 0);
    }
  }
}
