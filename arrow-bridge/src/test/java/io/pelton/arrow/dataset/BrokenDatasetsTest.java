package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.Shared;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken files, read in JVMs of their own: one clear error or a bounded read. What crashes or hangs
 * Arrow's natives is listed here by name, and in docs/arrow.md.
 */
class BrokenDatasetsTest {
  private static final long SEED = 9;
  private static final int FLIPS = 40;

  /** Files of the Parquet project that are broken and yet read, for Arrow does not look there. */
  private static final Map<String, String> READ_ALL_THE_SAME =
      Map.of("ARROW-GH-43605.parquet", "read 21186");

  @TempDir Path folder;

  private static Map<Path, String> scan(List<Path> files) throws IOException {
    return new ScanProcesses().scan(files);
  }

  @Test
  void everyBadFileOfTheParquetProjectEndsInOneClearError() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(Shared.path("data/parquet-testing/bad_data"))) {
      files = all.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    scan(files)
        .forEach(
            (file, outcome) -> {
              String known = READ_ALL_THE_SAME.get(file.getFileName().toString());
              if (known == null) {
                assertThat(outcome).startsWith("InvalidArrowFile: '" + file + "'");
              } else {
                assertThat(outcome).as("%s", file).isEqualTo(known);
              }
            });
  }

  @Test
  void aTruncatedFileIsRefused() throws IOException, URISyntaxException {
    List<Path> files = new ArrayList<>();
    for (Path sound : sound()) {
      byte[] bytes = Files.readAllBytes(sound);
      for (int part = 0; part < 8; part++) {
        files.add(write(sound, "cut" + part, Arrays.copyOf(bytes, bytes.length * part / 8)));
      }
      files.add(write(sound, "last", Arrays.copyOf(bytes, bytes.length - 1)));
    }
    scan(files)
        .forEach(
            (file, outcome) ->
                assertThat(outcome).as("%s", file).startsWith("InvalidArrowFile: '" + file + "'"));
  }

  @Test
  void flippedBitsAreRefusedOrHarmless() throws IOException, URISyntaxException {
    Random random = new Random(SEED);
    List<Path> files = new ArrayList<>();
    for (Path sound : sound()) {
      byte[] bytes = Files.readAllBytes(sound);
      for (int flip = 0; flip < FLIPS; flip++) {
        byte[] broken = bytes.clone();
        // most of what can go wrong is in the metadata at the end
        int from = flip % 2 == 0 ? 0 : Math.max(0, bytes.length - 1000);
        broken[from + random.nextInt(bytes.length - from)] ^= (byte) (1 << random.nextInt(8));
        files.add(write(sound, "flip" + flip, broken));
      }
    }
    int refused = 0;
    for (Map.Entry<Path, String> scanned : scan(files).entrySet()) {
      String outcome = scanned.getValue();
      assertThat(outcome)
          .as("%s, seed %d", scanned.getKey(), SEED)
          .matches("read \\d+|(Invalid|Unsupported)ArrowFile: .*|AllocationLimitExceeded: .*");
      refused += outcome.startsWith("read") ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(FLIPS / 2);
  }

  private static List<Path> sound() throws URISyntaxException {
    return List.of(
        Shared.path("data/parquet-testing/data/alltypes_plain.snappy.parquet"),
        Shared.path("data/parquet-testing/data/nested_maps.snappy.parquet"),
        Shared.path("data/parquet-testing/data/delta_encoding_optional_column.parquet"),
        OrcFileTest.file());
  }

  private Path write(Path sound, String change, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(change + "-" + sound.getFileName()), bytes);
  }
}
