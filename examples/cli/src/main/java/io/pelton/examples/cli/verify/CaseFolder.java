package io.pelton.examples.cli.verify;

import java.nio.file.Path;
import java.util.List;

/**
 * A model and its test vectors.
 *
 * @param root where the search began
 * @param folder that holds the sets
 * @param sets of vectors, one a case, in the order of their numbers
 */
record CaseFolder(Path root, Path folder, Path model, List<Path> sets) {
  CaseFolder {
    sets = List.copyOf(sets);
  }

  /** The path of a set from the root on, or from beside the root where the root holds the sets. */
  String name(Path set) {
    Path from = folder.equals(root) && root.getParent() != null ? root.getParent() : root;
    return from.relativize(set).toString();
  }
}
