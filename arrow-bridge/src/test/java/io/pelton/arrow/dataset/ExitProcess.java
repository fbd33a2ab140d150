package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The child: begins scans, reads a few batches, and ends in the wanted way with all of it open. */
final class ExitProcess {
  private ExitProcess() {}

  /**
   * @param arguments the file or folder, the format, how to end, batches to read before
   */
  public static void main(String[] arguments) throws InterruptedException {
    Path file = Path.of(arguments[0]);
    DatasetFormat format = DatasetFormat.valueOf(arguments[1]);
    int batches = Integer.parseInt(arguments[3]);
    ArrowAllocator allocator = ArrowAllocator.open("scan", 1L << 30, "the scan's limit");
    List<DatasetReader> readers = new ArrayList<>();
    for (int scan = 0; scan < 3; scan++) {
      readers.add(DatasetReader.of(file, format).batchRows(1000).open(allocator));
    }
    for (int batch = 0; batch < batches; batch++) {
      for (DatasetReader reader : readers) {
        BooleanSupplier more = reader::hasNext;
        if (more.getAsBoolean()) {
          ArrowBatch read = reader.next();
          if (batch > 0) {
            read.close();
          }
        }
      }
    }
    if (arguments[2].equals("closed")) {
      readers.forEach(DatasetReader::close);
    }
    System.out.println(ScanProcesses.MARK + "reading");
    System.out.flush();
    switch (arguments[2]) {
      case "exit", "closed" -> System.exit(7);
      case "main" -> {}
      default -> Thread.sleep(60_000);
    }
  }
}
