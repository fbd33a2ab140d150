package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The child: reads the files that standard input names, and prints one line a file. The first is
 * read twice, so that what the first reading of all costs is no file's.
 */
final class ScanProcess {
  static final long LIMIT = 256 << 20;

  private ScanProcess() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean warm = false;
    for (String file = in.readLine(); file != null; file = in.readLine()) {
      Path path = Path.of(file);
      if (!warm) {
        outcome(path);
        warm = true;
      }
      System.out.println(ScanProcesses.MARK + measured(path).replaceAll("\\R", " "));
      System.out.flush();
    }
  }

  private static String measured(Path file) throws IOException {
    ScanCost cost = ScanCost.begin();
    String outcome = outcome(file);
    return cost.excess().map(excess -> "took " + excess + ": " + outcome).orElse(outcome);
  }

  private static String outcome(Path file) {
    ArrowAllocator allocator = ArrowAllocator.open("scan", LIMIT, "the scan's limit");
    String outcome;
    try {
      outcome = "read " + rows(file, allocator);
    } catch (ArrowBridgeException typed) {
      outcome = typed.getClass().getSimpleName() + ": " + typed.getMessage();
    } catch (RuntimeException | Error other) {
      outcome = "untyped " + other;
    }
    try {
      allocator.close();
      return outcome;
    } catch (RuntimeException leak) {
      return "untyped " + leak;
    }
  }

  private static long rows(Path file, ArrowAllocator allocator) {
    DatasetFormat format =
        file.toString().endsWith(".orc") ? DatasetFormat.ORC : DatasetFormat.PARQUET;
    long rows = 0;
    try (DatasetReader reader = DatasetReader.of(file, format).open(allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows += batch.rows();
          for (int column = 0; column < batch.columns(); column++) {
            for (int row = 0; row < batch.rows(); row++) {
              batch.vector(column).getObject(row);
            }
          }
        }
      }
    }
    return rows;
  }
}
