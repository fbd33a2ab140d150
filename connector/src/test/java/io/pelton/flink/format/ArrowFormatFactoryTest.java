package io.pelton.flink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.SharedFolder;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.runtime.connector.sink.SinkRuntimeProviderContext;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused when a table is planned, and what the documentation says of the options. */
class ArrowFormatFactoryTest {
  private final ArrowFormatFactory factory = new ArrowFormatFactory();

  private static DynamicTableFactory.Context context(Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    all.put("connector", "filesystem");
    all.put("format", "arrow");
    CatalogTable table =
        CatalogTable.newBuilder()
            .schema(Schema.newBuilder().column("a", DataTypes.STRING()).build())
            .options(all)
            .build();
    return new FactoryUtil.DefaultDynamicTableContext(
        ObjectIdentifier.of("c", "d", "t"),
        new ResolvedCatalogTable(
            table, ResolvedSchema.of(Column.physical("a", DataTypes.STRING()))),
        Map.of(),
        new Configuration(),
        ArrowFormatFactoryTest.class.getClassLoader(),
        true);
  }

  /** As Flink hands a format its options: without the prefix. */
  private static Configuration own(Map<String, String> options) {
    Map<String, String> own = new HashMap<>();
    options.forEach((key, value) -> own.put(key.replaceFirst("^arrow\\.", ""), value));
    return Configuration.fromMap(own);
  }

  @ParameterizedTest
  @CsvSource({
    "arrow.batchrows, 5, one of",
    "arrow.batch-rows, 0, at least 1",
    "arrow.batch-bytes, 0 b, at least 1",
    "arrow.memory-limit, 0 b, at least 1",
  })
  void settingsThatBreakTheirRuleAreRefused(String key, String value, String rule) {
    Map<String, String> options = Map.of(key, value);
    assertThatThrownBy(() -> factory.createDecodingFormat(context(options), own(options)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(key)
        .hasMessageContaining(rule);
    assertThatThrownBy(() -> factory.createEncodingFormat(context(options), own(options)))
        .isInstanceOf(InvalidSetting.class);
  }

  @Test
  void aBatchHasRoomWithinTheLimit() {
    Map<String, String> options =
        Map.of("arrow.batch-bytes", "9 mb", "arrow.memory-limit", "32 mb");
    factory.createDecodingFormat(context(options), own(options));
    assertThatThrownBy(() -> factory.createEncodingFormat(context(options), own(options)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("a quarter of 'arrow.memory-limit'");
  }

  @ParameterizedTest
  @CsvSource({
    "arrow.compression, snappy",
    "arrow.missing-column, maybe",
    "arrow.batch-rows, many",
  })
  void valuesOfAnotherKindAreRefused(String key, String value) {
    Map<String, String> options = Map.of(key, value);
    assertThatThrownBy(() -> factory.createDecodingFormat(context(options), own(options)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(key.replaceFirst("^arrow\\.", ""))
        .hasStackTraceContaining(value);
  }

  @Test
  void columnsOfDictionariesAreCheckedWhenAStatementIsPlanned() {
    Map<String, String> options = Map.of("arrow.dictionary-columns", "a;b");
    var format = factory.createEncodingFormat(context(options), own(options));
    DataType texts =
        DataTypes.ROW(
            DataTypes.FIELD("a", DataTypes.STRING()), DataTypes.FIELD("c", DataTypes.STRING()));
    DataType numbers =
        DataTypes.ROW(
            DataTypes.FIELD("a", DataTypes.STRING()), DataTypes.FIELD("b", DataTypes.INT()));
    SinkRuntimeProviderContext sink = new SinkRuntimeProviderContext(true);
    assertThatThrownBy(() -> format.createRuntimeEncoder(sink, texts))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("[a, c]");
    assertThatThrownBy(() -> format.createRuntimeEncoder(sink, numbers))
        .isInstanceOf(UnsupportedField.class);
  }

  @Test
  void typesThatCannotBeWrittenAreNamedWhenAStatementIsPlanned() {
    var format = factory.createEncodingFormat(context(Map.of()), own(Map.of()));
    DataType type = DataTypes.ROW(DataTypes.FIELD("when", DataTypes.TIMESTAMP_WITH_TIME_ZONE(3)));
    assertThatThrownBy(
            () -> format.createRuntimeEncoder(new SinkRuntimeProviderContext(true), type))
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("'when'");
  }

  @Test
  void theDocumentationHasEveryOption() throws IOException {
    List<String> lines = Files.readAllLines(SharedFolder.project("docs/arrow.md"));
    List<String> documented = lines.stream().filter(line -> line.startsWith("| `arrow.")).toList();
    List<String> options =
        ArrowFormatOptions.all().stream().map(ArrowFormatFactoryTest::row).sorted().toList();
    assertThat(documented).containsExactlyElementsOf(options);
  }

  private static String shown(Object value) {
    return "`"
        + (value instanceof Enum<?> name ? name.toString().toLowerCase(Locale.ROOT) : value)
        + "`";
  }

  private static String kind(Object value) {
    if (value instanceof Enum<?> name) {
      return Arrays.stream(name.getDeclaringClass().getEnumConstants())
          .map(ArrowFormatFactoryTest::shown)
          .collect(Collectors.joining(", "));
    }
    return value instanceof MemorySize
        ? "memory size"
        : value instanceof Integer ? "number" : "list of columns";
  }

  private static String row(ConfigOption<?> option) {
    Object value = option.defaultValue();
    String shown = value instanceof List<?> list && list.isEmpty() ? "none" : shown(value);
    return "| `arrow."
        + option.key()
        + "` | "
        + shown
        + " | "
        + kind(value)
        + " | "
        + new HtmlFormatter().format(option.description()).replace("&#39;", "'")
        + " |";
  }
}
