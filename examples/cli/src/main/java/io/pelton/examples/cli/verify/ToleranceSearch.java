package io.pelton.examples.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the tolerance of a folder of cases: that of the nearest {@code tolerance.tsv} or {@code
 * models.tsv} with a line for it, in the folder, beside it, or further up to where the search for
 * cases began.
 */
final class ToleranceSearch {
  private static final List<String> FILES = List.of("tolerance.tsv", "models.tsv");

  private final Tolerance defaults;
  private final Map<Path, Optional<ToleranceTable>> tables = new HashMap<>();

  ToleranceSearch(Tolerance defaults) {
    this.defaults = defaults;
  }

  /**
   * @param folder of the model, absolute
   * @param root where the search for cases began, absolute
   * @throws io.pelton.examples.cli.console.BadRequest when a file that is read has a number that is
   *     none
   */
  Tolerance of(Path folder, Path root) throws IOException {
    String name = folder.getFileName().toString();
    for (Path place = folder; place != null && isInReach(place, folder, root); ) {
      for (String file : FILES) {
        Optional<Tolerance> found =
            table(place.resolve(file)).flatMap(table -> table.find(name, defaults));
        if (found.isPresent()) {
          return found.get();
        }
      }
      place = place.getParent();
    }
    return defaults;
  }

  private static boolean isInReach(Path place, Path folder, Path root) {
    return place.startsWith(root) || place.equals(folder.getParent());
  }

  private Optional<ToleranceTable> table(Path file) throws IOException {
    Optional<ToleranceTable> known = tables.get(file);
    if (known == null) {
      known = Files.isRegularFile(file) ? Optional.of(ToleranceTable.read(file)) : Optional.empty();
      tables.put(file, known);
    }
    return known;
  }
}
