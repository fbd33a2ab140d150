package io.pelton.examples.cli.file;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The formats of files of rows. */
public enum FileFormat {
  /** Arrow IPC file, also called Feather v2. */
  ARROW,
  /** Arrow IPC stream. */
  ARROWS,
  /** Parquet. */
  PARQUET,
  /** ORC. */
  ORC,
  /** Avro container file. */
  AVRO,
  /** Delimited by commas. */
  CSV,
  /** Delimited by tabs. */
  TSV;

  private List<String> endings() {
    return switch (this) {
      case ARROW -> List.of(".arrow", ".feather", ".ipc");
      case ARROWS -> List.of(".arrows");
      case PARQUET -> List.of(".parquet", ".parq", ".pq");
      case ORC -> List.of(".orc");
      case AVRO -> List.of(".avro");
      case CSV -> List.of(".csv", ".csv.gz");
      case TSV -> List.of(".tsv", ".tsv.gz");
    };
  }

  /** The format that a file's name tells. */
  static Optional<FileFormat> of(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> format.endings().stream().anyMatch(name::endsWith))
        .findFirst();
  }

  /** Whether rows can be written in this format, and not only read. */
  public boolean isWritten() {
    return this != ORC && this != AVRO;
  }

  /** Whether it can be read from and written to the standard streams. */
  public boolean isStreamed() {
    return isText() || this == ARROWS;
  }

  /** Whether a folder of files of this format can be read like one file. */
  public boolean isDataset() {
    return this == PARQUET || this == ORC;
  }

  /** Whether it is delimited text. */
  public boolean isText() {
    return this == CSV || this == TSV;
  }

  /** All formats and the endings of their names, for messages. */
  static String known() {
    return Arrays.stream(values())
        .map(format -> format + " (" + String.join(" ", format.endings()) + ")")
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
