package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.Shared;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JVMs that end while the natives' threads are at work: they neither hang nor abort. */
class ScanExitTest extends AllocatorTestBase {
  private static final Path FLIGHTS = Shared.path("data/vega/flights-3m.parquet");
  private static final int FILES = 200;

  /** Minutes after which a JVM hangs; without the hook it does so for good. */
  private static final long PATIENCE = 2;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"exit, 7", "exit, 7", "main, 0", "main, 0", "term, 143"})
  void theJvmEndsDuringAScanOfParquet(String way, int status) throws Exception {
    assertThat(end(FLIGHTS.toString(), way)).isEqualTo(status);
  }

  @Test
  void theJvmEndsDuringAScanOfOrc() throws Exception {
    for (int file = 0; file < FILES; file++) {
      Files.copy(OrcFileTest.file(), folder.resolve(file + ".orc"));
    }
    assertThat(end(folder.toString(), "exit")).isEqualTo(ExitProcess.STATUS);
  }

  @Test
  void theJvmEndsWhileParquetIsWritten() throws Exception {
    Path target = folder.resolve("written.parquet");
    assertThat(end(FLIGHTS.toString(), "exit", target.toString())).isEqualTo(ExitProcess.STATUS);
    assertThat(target).doesNotExist();
  }

  @Test
  @Timeout(60)
  void theHookGoesWhenNothingIsAtWork() throws Exception {
    DatasetReader reader =
        DatasetReader.of(FLIGHTS, DatasetFormat.PARQUET).limit(10).open(allocator);
    assertThat(NativeWork.isGoingOn()).isTrue();
    assertThat(Runtime.getRuntime().removeShutdownHook(NativeWork.HOOK)).isTrue();
    Runtime.getRuntime().addShutdownHook(NativeWork.HOOK);
    reader.next().close();
    reader.close();
    // the natives may hold memory for a moment after the reader was closed
    while (NativeWork.isGoingOn()) {
      Thread.sleep(1);
    }
    assertThat(Runtime.getRuntime().removeShutdownHook(NativeWork.HOOK)).isFalse();
    assertThat(NativeWork.HOOK.getContextClassLoader()).isNull();
  }

  /** The status with which a JVM ends. */
  private static int end(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-cp",
                ScanProcesses.classPath(),
                ExitProcess.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo(ScanProcesses.MARK + "at work");
      if (arguments[1].equals("term")) {
        process.destroy();
      }
      assertThat(process.waitFor(PATIENCE, TimeUnit.MINUTES)).as("ends").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
