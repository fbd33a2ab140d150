package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.InvalidFilter;
import io.pelton.flink.AmountsFile;
import io.pelton.flink.SharedFolder;
import io.pelton.flink.error.InvalidSetting;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Filters of a source, which only Parquet and ORC take. They were made by io.substrait:core 0.89.1
 * over the columns date, delay, distance, origin and destination.
 */
class PushedFilterTest {
  /** origin = 'ATL' and distance < 500. */
  private static final byte[] NEAR_ATLANTA =
      bytes(
          "EhAaDhABGghhbmQ6Ym9vbCABEhUaExACGg1lcXVhbDphbnlfYW55IAISEhoQEAMaCmx0OmFueV9hbnkgAhph"
              + "ClYaVAgBGgQKAhABIiUaIxohCAIaBAoCEAEiDBoKEggKBBICCAMiACIJGgcKBWIDQVRMIiMaIRofCAMaBAoC"
              + "EAEiDBoKEggKBBICCAIiACIHGgUKAzj0AxoHZmlsdGVyMCJOCgRkYXRlCgVkZWxheQoIZGlzdGFuY2UKBm9y"
              + "aWdpbgoLZGVzdGluYXRpb24SIAoEcgIQAgoEOgIQAQoEOgIQAQoEYgIQAQoEYgIQARgCQi8IAhIrZXh0ZW5z"
              + "aW9uOmlvLnN1YnN0cmFpdDpmdW5jdGlvbnNfY29tcGFyaXNvbkIsCAESKGV4dGVuc2lvbjppby5zdWJzdHJh"
              + "aXQ6ZnVuY3Rpb25zX2Jvb2xlYW4=");

  /** delay > 60, with delay and distance the other way round. */
  private static final byte[] OTHER_ORDER =
      bytes(
          "EhIaEBABGgpndDphbnlfYW55IAEaKwogGh4IARoECgIQASIMGgoSCAoEEgIIAiIAIgYaBAoCODwaB2ZpbHRl"
              + "cjAiTgoEZGF0ZQoIZGlzdGFuY2UKBWRlbGF5CgZvcmlnaW4KC2Rlc3RpbmF0aW9uEiAKBHICEAIKBDoCEAEK"
              + "BDoCEAEKBGICEAEKBGICEAEYAkIvCAESK2V4dGVuc2lvbjppby5zdWJzdHJhaXQ6ZnVuY3Rpb25zX2NvbXBh"
              + "cmlzb24=");

  private static final int LIMIT = 2_000;

  @TempDir private Path folder;

  private static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private static ArrowSource flights() {
    return ArrowSource.of(SharedFolder.path("data/vega/flights-3m.parquet").toString());
  }

  private static List<Row> read(ArrowSource source) throws Exception {
    EnumeratorHarness enumerator = new EnumeratorHarness(source, 1).look();
    try (ReaderHarness reader = new ReaderHarness(source, enumerator.drain(0))) {
      return reader.readAll().rows;
    }
  }

  @Test
  void onlyRowsThatPassAreReadUpToTheLimit() throws Exception {
    List<Row> first =
        read(flights().withColumns("origin", "distance", "delay").withLimit(300_000)).stream()
            .filter(row -> row.getField(0).equals("ATL") && (long) row.getField(1) < 500)
            .limit(LIMIT)
            .toList();
    assertThat(first).hasSize(LIMIT);
    assertThat(
            read(
                flights()
                    .withFilter(NEAR_ATLANTA)
                    .withColumns("origin", "distance", "delay")
                    .withLimit(LIMIT)))
        .isEqualTo(first);
  }

  @Test
  void aReaderGoesOnWithTheFilter() throws Exception {
    ArrowSource source = flights().withColumns("delay").withFilter(NEAR_ATLANTA).withLimit(LIMIT);
    List<Row> all = read(source);
    List<ArrowSplit> splits = new EnumeratorHarness(source, 1).look().drain(0);
    List<Row> before;
    List<ArrowSplit> saved;
    try (ReaderHarness reader = new ReaderHarness(source, splits)) {
      reader.read(2);
      before = List.copyOf(reader.rows);
      saved = reader.snapshot();
    }
    assertThat(before).isNotEmpty().hasSizeLessThan(LIMIT);
    try (ReaderHarness reader = new ReaderHarness(source, saved)) {
      assertThat(reader.readAll().rows).isEqualTo(all.subList(before.size(), LIMIT));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FileFormat.class,
      mode = Mode.EXCLUDE,
      names = {"PARQUET", "ORC"})
  void otherFormatsRefuseAFilter(FileFormat format) {
    ArrowSource source = ArrowSource.of("data");
    assertThatThrownBy(() -> source.withFormat(format).withFilter(NEAR_ATLANTA))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting filter: expected files of PARQUET or ORC")
        .hasMessageContaining("withFormat(" + format + ")")
        .hasMessageContaining("ArrowBatch.select");
    assertThatThrownBy(() -> source.withFilter(NEAR_ATLANTA).withFormat(format))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("withFormat(" + format + ")");
  }

  @Test
  void aFileThatTakesNoFilterIsNamed() throws Exception {
    Path file = folder.resolve("some.arrow");
    AmountsFile.write(file, 1, 3);
    ArrowSource source = ArrowSource.of(file.toString()).withFilter(NEAR_ATLANTA);
    assertThatThrownBy(source::schema)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("some.arrow', of ARROW_FILE");
    EnumeratorHarness enumerator = new EnumeratorHarness(source, 1);
    assertThatThrownBy(enumerator::look).hasRootCauseInstanceOf(InvalidSetting.class);
  }

  @Test
  void whatIsNoFilterOfTheFileIsRefusedBeforeItIsRead() {
    assertThatThrownBy(() -> flights().withFilter(new byte[] {1, 2, 3}).schema())
        .isInstanceOf(InvalidFilter.class)
        .hasMessageContaining("no Substrait ExtendedExpression");
    ArrowSource wrong = flights().withFilter(OTHER_ORDER);
    assertThatThrownBy(() -> new EnumeratorHarness(wrong, 1).look())
        .hasStackTraceContaining(InvalidFilter.class.getName());
    assertThatThrownBy(() -> flights().withFilter(new byte[0]))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("no bytes");
  }

  @Test
  void memoryLimitsOfNothingAreRefused() {
    assertThatThrownBy(() -> ArrowSource.of("data").withMemoryLimit(MemorySize.ZERO))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting memoryLimit: expected more than nothing");
  }

  @Test
  void theFilterIsTheCallersToChange() throws Exception {
    byte[] mine = NEAR_ATLANTA.clone();
    ArrowSource source = flights().withFilter(mine).withColumns("origin").withLimit(10);
    mine[0] = 0;
    assertThat(read(source)).hasSize(10);
  }
}
