package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.stream.Stream;

/** The files that a location stands for, as URIs in Arrow's spelling. */
final class DatasetFiles {
  private DatasetFiles() {}

  /**
   * A local file, all files below a local folder in the order of their names, or a URI that is left
   * to Arrow. Names that begin with a dot or an underscore are passed over in folders.
   *
   * @throws ArrowFileFailure where there is none
   */
  static List<String> of(String location, boolean mapped) {
    Path path = local(location);
    if (path == null) {
      return List.of(location);
    }
    if (Files.isRegularFile(path)) {
      return List.of(uri(path, mapped));
    }
    if (!Files.isDirectory(path)) {
      throw new ArrowFileFailure(
          location, "read", new IOException("no such file or folder; check the path"));
    }
    try (Stream<Path> below = Files.walk(path)) {
      List<String> files =
          below
              .filter(file -> Files.isRegularFile(file) && shown(path.relativize(file)))
              .sorted()
              .map(file -> uri(file, mapped))
              .toList();
      if (files.isEmpty()) {
        throw new ArrowFileFailure(location, "read", new IOException("the folder has no files"));
      }
      return files;
    } catch (IOException failure) {
      throw new ArrowFileFailure(location, "list", failure);
    }
  }

  private static Path local(String location) {
    if (location.isBlank()) {
      throw new ArrowFileFailure(location, "read", new IOException("no path; name one"));
    }
    try {
      if (location.startsWith("file:")) {
        return Paths.get(URI.create(location));
      }
      return location.contains("://") ? null : Path.of(location);
    } catch (IllegalArgumentException | FileSystemNotFoundException broken) {
      throw new ArrowFileFailure(
          location, "read", new IOException("no path and no URI of a local file", broken));
    }
  }

  private static boolean shown(Path relative) {
    for (Path part : relative) {
      if (part.toString().startsWith(".") || part.toString().startsWith("_")) {
        return false;
      }
    }
    return true;
  }

  // Unmapped, the natives read all of a file's columns into memory before they decode the first.
  private static String uri(Path file, boolean mapped) {
    String uri = file.toAbsolutePath().toUri().toString();
    return mapped ? uri + "?use_mmap" : uri;
  }
}
