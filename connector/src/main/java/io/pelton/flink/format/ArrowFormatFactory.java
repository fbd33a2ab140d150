package io.pelton.flink.format;

import io.pelton.flink.error.InvalidSetting;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.table.factories.BulkReaderFormatFactory;
import org.apache.flink.connector.file.table.factories.BulkWriterFormatFactory;
import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * The format {@code arrow} of Flink's filesystem connector: tables in Arrow IPC files, which are
 * also called Feather v2. Flink finds it through its service file.
 *
 * <pre>{@code
 * CREATE TABLE people (name STRING, age INT) WITH (
 *   'connector' = 'filesystem', 'path' = 's3://data/people', 'format' = 'arrow',
 *   'arrow.compression' = 'zstd')
 * }</pre>
 */
@PublicEvolving
public final class ArrowFormatFactory implements BulkReaderFormatFactory, BulkWriterFormatFactory {
  public static final String IDENTIFIER = "arrow";

  private static final int ROOM = 4;

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return ArrowFormatOptions.all();
  }

  @Override
  public Set<ConfigOption<?>> forwardOptions() {
    return Set.of(
        ArrowFormatOptions.MEMORY_LIMIT,
        ArrowFormatOptions.COMPRESSION,
        ArrowFormatOptions.BATCH_ROWS,
        ArrowFormatOptions.BATCH_BYTES);
  }

  /**
   * @throws InvalidSetting for an unknown option or a value that breaks its rule
   */
  @Override
  public BulkDecodingFormat<RowData> createDecodingFormat(
      DynamicTableFactory.Context context, ReadableConfig options) {
    check(context, options);
    return new ArrowDecodingFormat(
        options.get(ArrowFormatOptions.MEMORY_LIMIT).getBytes(),
        options.get(ArrowFormatOptions.MISSING_COLUMN) == MissingColumn.NULL);
  }

  /**
   * @throws InvalidSetting for an unknown option or a value that breaks its rule
   */
  @Override
  public EncodingFormat<BulkWriter.Factory<RowData>> createEncodingFormat(
      DynamicTableFactory.Context context, ReadableConfig options) {
    check(context, options);
    checkRoom(options);
    return new ArrowEncodingFormat(
        new WriterSettings(
            options.get(ArrowFormatOptions.MEMORY_LIMIT).getBytes(),
            options.get(ArrowFormatOptions.COMPRESSION),
            options.get(ArrowFormatOptions.BATCH_ROWS),
            options.get(ArrowFormatOptions.BATCH_BYTES).getBytes(),
            Set.copyOf(options.get(ArrowFormatOptions.DICTIONARY_COLUMNS))));
  }

  private void check(DynamicTableFactory.Context context, ReadableConfig options) {
    FactoryUtil.validateFactoryOptions(this, options);
    checkKnown(context.getCatalogTable().getOptions().keySet());
    if (options.get(ArrowFormatOptions.BATCH_ROWS) < 1) {
      throw tooLow(ArrowFormatOptions.BATCH_ROWS, options.get(ArrowFormatOptions.BATCH_ROWS));
    }
    checkPositive(ArrowFormatOptions.BATCH_BYTES, options);
    checkPositive(ArrowFormatOptions.MEMORY_LIMIT, options);
  }

  /** Vectors double when they grow, and a full batch is compressed beside itself. */
  private static void checkRoom(ReadableConfig options) {
    MemorySize batch = options.get(ArrowFormatOptions.BATCH_BYTES);
    MemorySize limit = options.get(ArrowFormatOptions.MEMORY_LIMIT);
    if (batch.getBytes() > limit.getBytes() / ROOM) {
      throw new InvalidSetting(
          "'" + ArrowFormatOptions.PREFIX + ArrowFormatOptions.BATCH_BYTES.key() + "'",
          "at most a quarter of 'arrow.memory-limit', " + limit,
          batch.toString(),
          "lower it, or raise the limit");
    }
  }

  /** The filesystem connector leaves the options of formats unchecked. */
  private static void checkKnown(Set<String> keys) {
    Set<String> known =
        ArrowFormatOptions.all().stream()
            .map(option -> ArrowFormatOptions.PREFIX + option.key())
            .collect(Collectors.toCollection(TreeSet::new));
    for (String key : new TreeSet<>(keys)) {
      if (key.startsWith(ArrowFormatOptions.PREFIX) && !known.contains(key)) {
        throw new InvalidSetting(
            "'" + key + "'", "one of " + known, "an unknown option", "correct or remove it");
      }
    }
  }

  private static void checkPositive(ConfigOption<MemorySize> option, ReadableConfig options) {
    if (options.get(option).getBytes() < 1) {
      throw tooLow(option, options.get(option));
    }
  }

  private static InvalidSetting tooLow(ConfigOption<?> option, Object found) {
    return new InvalidSetting(
        "'" + ArrowFormatOptions.PREFIX + option.key() + "'",
        "at least 1",
        String.valueOf(found),
        "raise it, or leave it out for " + option.defaultValue());
  }
}
