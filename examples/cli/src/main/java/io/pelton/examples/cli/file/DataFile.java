package io.pelton.examples.cli.file;

import io.pelton.examples.cli.console.BadRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A file of rows.
 *
 * @param path null for the standard stream; may be a folder of files of some formats
 * @param isCompressed whether the text is in a gzip
 */
public record DataFile(Path path, FileFormat format, boolean isCompressed) {
  private static final String STANDARD = "-";

  /**
   * @param option that names the file, for messages
   * @param format null for what the name tells
   * @throws BadRequest where neither tells the format, and for a folder that is no data set
   */
  public static DataFile of(String option, String name, FileFormat format) {
    Optional<FileFormat> known = Optional.ofNullable(format).or(() -> FileFormat.of(name));
    if (Files.isDirectory(Path.of(name)) && !known.map(FileFormat::isDataset).orElse(false)) {
      throw new BadRequest(option + " " + name + " is a folder; name a file");
    }
    FileFormat found =
        known.orElseThrow(
            () ->
                new BadRequest(
                    "%s %s: the name does not tell the format; choose %s-format of %s"
                        .formatted(option, name, option, FileFormat.known())));
    boolean isCompressed = found.isText() && name.toLowerCase(Locale.ROOT).endsWith(".gz");
    return new DataFile(name.equals(STANDARD) ? null : Path.of(name), found, isCompressed);
  }

  public boolean isStandard() {
    return path == null;
  }

  @Override
  public String toString() {
    return isStandard() ? STANDARD : path.toString();
  }
}
