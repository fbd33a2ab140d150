package io.pelton.examples.cli.file;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The formats of files of rows. */
public enum FileFormat {
  /** Arrow IPC file, also called Feather v2. */
  ARROW(true, ".arrow", ".feather", ".ipc"),
  /** Delimited by commas. */
  CSV(true, ".csv", ".csv.gz"),
  /** Delimited by tabs. */
  TSV(true, ".tsv", ".tsv.gz");

  private final boolean isWritten;
  private final List<String> endings;

  FileFormat(boolean isWritten, String... endings) {
    this.isWritten = isWritten;
    this.endings = List.of(endings);
  }

  /** The format that a file's name tells. */
  static Optional<FileFormat> of(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(format -> format.endings.stream().anyMatch(name::endsWith))
        .findFirst();
  }

  /** Whether rows can be written in this format, and not only read. */
  public boolean isWritten() {
    return isWritten;
  }

  /** Whether it can be read from and written to the standard streams. */
  public boolean isStreamed() {
    return isText();
  }

  /** Whether it is delimited text. */
  public boolean isText() {
    return this == CSV || this == TSV;
  }

  /** All formats and the endings of their names, for messages. */
  static String known() {
    return Arrays.stream(values())
        .map(format -> format + " (" + String.join(" ", format.endings) + ")")
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
