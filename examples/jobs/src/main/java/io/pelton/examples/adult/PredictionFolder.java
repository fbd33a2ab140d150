package io.pelton.examples.adult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that a run writes its predictions to. Every run names its files anew, so those of an
 * earlier one must go first.
 */
record PredictionFolder(Path path) {
  private static final Pattern PART = Pattern.compile("part-\\d+-[-0-9a-f]+\\.arrow");

  /**
   * Makes the folder where it is missing.
   *
   * @throws BadRequest when nothing can be written there
   */
  static PredictionFolder open(Path path) {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new BadRequest("--output " + path + " is a file; name a folder");
    }
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new BadRequest(
          "can't make the folder --output " + path + "; name one that can be written to", e);
    }
    if (!Files.isWritable(path)) {
      throw new BadRequest("--output " + path + " can't be written to; name another folder");
    }
    return new PredictionFolder(path);
  }

  /** The files that a run has written, and no others. */
  List<Path> parts() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> PART.matcher(file.getFileName().toString()).matches())
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  /**
   * Deletes what an earlier run has written.
   *
   * @param data what this run reads
   * @throws BadRequest when the data is among it
   */
  void clear(Path data) throws IOException {
    List<Path> parts = parts();
    for (Path part : parts) {
      if (Files.isSameFile(part, data)) {
        throw new BadRequest(
            "--data " + data + " would be replaced by predictions; name another --output");
      }
    }
    for (Path part : parts) {
      Files.delete(part);
    }
  }
}
