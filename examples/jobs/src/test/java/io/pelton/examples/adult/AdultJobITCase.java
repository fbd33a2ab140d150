package io.pelton.examples.adult;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AdultJobITCase {
  private static final int ROWS = 32_561;

  @TempDir private Path folder;

  @Test
  void theSummaryTellsWhatHappenedInThisRun() throws IOException {
    Path output = folder.resolve("out");
    Path foreign = output.resolve("other.arrow");
    assertThat(run(output, "--parallelism", "2")).isZero();
    Files.writeString(foreign, "not of a run");
    String summary = summaryOf(output);
    assertThat(foreign).exists();
    assertThat(summary)
        .contains("rows               32,561")
        .contains("held-out rows      6,608")
        .contains("accuracy           0.8723")
        .contains("AUC                0.9288")
        .containsPattern("batches            \\d+ of \\d+\\.\\d rows on average")
        .containsPattern("plan cache         \\d+ hits, \\d+ misses")
        .contains("32,561 rows scored in all");
  }

  @Test
  void noRowsLeaveNoPredictions() throws IOException {
    Path empty = folder.resolve("empty.arrow");
    AdultFiles.writeWithoutRows(empty);
    Path output = folder.resolve("out");
    Files.createDirectories(output);
    Path old = Files.copy(AdultFiles.DATA, output.resolve("part-3-0a-0.arrow"));
    for (Path target : List.of(output, folder.resolve("new"))) {
      assertThat(summaryOf(target, "--data", empty.toString()))
          .contains("rows               0\n", "accuracy           -\n", "AUC                -\n")
          .doesNotContain("slot");
    }
    assertThat(old).doesNotExist();
  }

  @Test
  void batchSizeAndParallelismChangeNoBit() throws IOException {
    List<String> expected = rowsOf("--batch-rows", "1024");
    assertThat(expected).hasSize(ROWS);
    assertThat(rowsOf("--batch-rows", "1")).isEqualTo(expected);
    assertThat(rowsOf("--batch-rows", "7")).isEqualTo(expected);
    assertThat(rowsOf("--batch-rows", "64")).isEqualTo(expected);
    assertThat(rowsOf("--batch-rows", "1024", "--parallelism", "2")).isEqualTo(expected);
    assertThat(rowsOf("--batch-rows", "7", "--parallelism", "2")).isEqualTo(expected);
  }

  @Test
  void tenRunsKeepTheirMemory() throws InterruptedException {
    assertThat(heapLeftBy(10, 6)).as("bytes of heap that 10 runs left").isLessThan(4L << 20);
  }

  @Test
  @Tag("load")
  void fiftyRunsKeepTheirMemory() throws InterruptedException {
    assertThat(heapLeftBy(50, 10)).as("bytes of heap that 50 runs left").isLessThan(8L << 20);
  }

  private long heapLeftBy(int runs, int before) throws InterruptedException {
    for (int run = 0; run < before; run++) {
      assertThat(run(folder.resolve("warm"))).isZero();
    }
    long used = heapInUse();
    for (int run = 0; run < runs; run++) {
      assertThat(run(folder.resolve("run"))).isZero();
    }
    return heapInUse() - used;
  }

  /** What one collection leaves, cleaners may free for the next. */
  private static long heapInUse() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int collection = 0; collection < 5; collection++) {
      System.gc();
      Thread.sleep(200);
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  private List<String> rowsOf(String... options) throws IOException {
    Path output = folder.resolve(String.join("", options));
    assertThat(run(output, options)).isZero();
    return AdultFiles.sortedRows(output);
  }

  private static String summaryOf(Path output, String... options) {
    PrintStream console = System.out;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      assertThat(run(output, options)).isZero();
    } finally {
      System.setOut(console);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }

  private static int run(Path output, String... options) {
    CommandLine job = AdultJob.commandLine();
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--model", AdultFiles.MODEL.toString()));
    arguments.addAll(List.of("--output", output.toString()));
    if (!arguments.contains("--data")) {
      arguments.addAll(List.of("--data", AdultFiles.DATA.toString()));
    }
    return job.execute(arguments.toArray(String[]::new));
  }
}
