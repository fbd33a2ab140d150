package io.pelton.examples.cli.file;

import io.pelton.examples.cli.console.BadRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A file of rows.
 *
 * @param path null for the standard stream
 * @param isCompressed whether the text is in a gzip
 */
public record DataFile(Path path, FileFormat format, boolean isCompressed) {
  private static final String STANDARD = "-";

  /**
   * @param option that names the file, for messages
   * @param format null for what the name tells
   * @throws BadRequest where neither tells the format, and for a folder
   */
  public static DataFile of(String option, String name, FileFormat format) {
    if (Files.isDirectory(Path.of(name))) {
      throw new BadRequest(option + " " + name + " is a folder; name a file");
    }
    FileFormat known =
        format != null
            ? format
            : FileFormat.of(name)
                .orElseThrow(
                    () ->
                        new BadRequest(
                            "%s %s: the name does not tell the format; choose %s-format of %s"
                                .formatted(option, name, option, FileFormat.known())));
    boolean isCompressed = known.isText() && name.toLowerCase(Locale.ROOT).endsWith(".gz");
    return new DataFile(name.equals(STANDARD) ? null : Path.of(name), known, isCompressed);
  }

  public boolean isStandard() {
    return path == null;
  }

  @Override
  public String toString() {
    return isStandard() ? STANDARD : path.toString();
  }
}
