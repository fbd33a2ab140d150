package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds what a source includes in quotes, so that it is compiled again when that changes. */
final class Includes {
  private static final Pattern INCLUDE =
      Pattern.compile("^\\s*#\\s*include\\s+\"([^\"]+)\"", Pattern.MULTILINE);

  private final List<Path> folders;

  /**
   * @param folders where headers are looked for after the folder of the file that includes them
   */
  Includes(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /** The source and all headers that it includes, and they in turn. */
  List<Path> closure(Path source) {
    Set<Path> found = new LinkedHashSet<>();
    collect(source.normalize(), found);
    return List.copyOf(found);
  }

  private void collect(Path file, Set<Path> found) {
    if (!found.add(file)) {
      return;
    }
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    Matcher matcher = INCLUDE.matcher(text);
    while (matcher.find()) {
      String name = matcher.group(1);
      Stream.concat(Stream.of(file.getParent()), folders.stream())
          .map(folder -> folder.resolve(name).normalize())
          .filter(Files::isRegularFile)
          .findFirst()
          .ifPresent(header -> collect(header, found));
    }
  }
}
