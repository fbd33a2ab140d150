package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes temporary folders. */
final class Folders {
  private Folders() {}

  /**
   * Deletes a folder and all that is in it.
   *
   * @param cause what a failure is added to; where null, it is thrown
   */
  static void delete(Path folder, RuntimeException cause) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> inwards = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : inwards) {
        Files.deleteIfExists(path);
      }
    } catch (IOException failure) {
      ArrowFileFailure typed = new ArrowFileFailure(folder.toString(), "delete", failure);
      if (cause == null) {
        throw typed;
      }
      cause.addSuppressed(typed);
    }
  }
}
