package io.pelton.flink.format;

import io.pelton.arrow.io.Compression;
import java.util.List;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** Options of {@code 'format' = 'arrow'}; a table names them with {@code arrow.} before the key. */
@PublicEvolving
public final class ArrowFormatOptions {
  /** What comes before the keys in a table's options. */
  public static final String PREFIX = "arrow.";

  public static final ConfigOption<MemorySize> MEMORY_LIMIT =
      ConfigOptions.key("memory-limit")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(256))
          .withDescription(
              "Off-heap memory that a reader of one file, or the writer of one, may hold. A reader"
                  + " has up to two record batches at a time, a writer one and its dictionaries.");

  public static final ConfigOption<MissingColumn> MISSING_COLUMN =
      ConfigOptions.key("missing-column")
          .enumType(MissingColumn.class)
          .defaultValue(MissingColumn.FAIL)
          .withDescription(
              "What becomes of a nullable column that a file does not have: 'fail', or 'null' for"
                  + " null in every row. A column that is not nullable always fails.");

  public static final ConfigOption<Compression> COMPRESSION =
      ConfigOptions.key("compression")
          .enumType(Compression.class)
          .defaultValue(Compression.NONE)
          .withDescription(
              "How record batches are written: 'none', 'lz4' (fast) or 'zstd' (small). All are"
                  + " read, whatever is set here.");

  public static final ConfigOption<Integer> BATCH_ROWS =
      ConfigOptions.key("batch-rows")
          .intType()
          .defaultValue(16_384)
          .withDescription("A record batch is written when it has so many rows.");

  public static final ConfigOption<MemorySize> BATCH_BYTES =
      ConfigOptions.key("batch-bytes")
          .memoryType()
          .defaultValue(MemorySize.ofMebiBytes(16))
          .withDescription(
              "A record batch is written when it has about so many bytes, however few its rows. At"
                  + " most a quarter of the memory limit.");

  public static final ConfigOption<List<String>> DICTIONARY_COLUMNS =
      ConfigOptions.key("dictionary-columns")
          .stringType()
          .asList()
          .defaultValues()
          .withDescription(
              "Text columns, separated by ';', whose distinct values are written once a file, as a"
                  + " dictionary: good for columns with few values. The dictionary of an open file"
                  + " is held in memory.");

  private ArrowFormatOptions() {}

  /** All of them. */
  static Set<ConfigOption<?>> all() {
    return Set.of(
        MEMORY_LIMIT, MISSING_COLUMN, COMPRESSION, BATCH_ROWS, BATCH_BYTES, DICTIONARY_COLUMNS);
  }
}
