package io.pelton.examples.cli.verify;

import io.pelton.examples.cli.console.FailureText;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds folders with test vectors below a root, and their models. Follows links. */
final class CaseSearch {
  private static final Pattern SET = Pattern.compile("test_data_set_(\\d{1,18})");

  private final Path model;
  private final List<String> omissions = new ArrayList<>();

  /**
   * @param model of every folder: looked for in the folder first, then taken as it is
   */
  CaseSearch(Path model) {
    this.model = model;
  }

  /** In the order of their paths. */
  List<CaseFolder> below(Path root) throws IOException {
    Path start = root.toRealPath();
    List<CaseFolder> found = new ArrayList<>();
    for (Path folder : folders(start)) {
      List<Path> sets = sets(folder);
      Path own = folder.resolve(model);
      if (sets.isEmpty()) {
        continue;
      }
      if (Files.isRegularFile(own)) {
        found.add(new CaseFolder(start, folder, own, sets));
      } else if (Files.isRegularFile(model)) {
        found.add(new CaseFolder(start, folder, model, sets));
      } else {
        omissions.add("no " + model + " in " + folder);
      }
    }
    return found;
  }

  /** Folders that were passed over, and why. */
  List<String> omissions() {
    return Collections.unmodifiableList(omissions);
  }

  private List<Path> folders(Path start) throws IOException {
    List<Path> folders = new ArrayList<>();
    Files.walkFileTree(
        start,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (SET.matcher(folder.getFileName().toString()).matches()) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            folders.add(folder);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            if (!(failure instanceof FileSystemLoopException)) {
              omissions.add("can't read " + file + ": " + FailureText.of(failure));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(folders);
    return folders;
  }

  private static List<Path> sets(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(Files::isDirectory)
          .filter(entry -> SET.matcher(entry.getFileName().toString()).matches())
          .sorted(Comparator.comparingLong(CaseSearch::number))
          .toList();
    }
  }

  private static long number(Path set) {
    Matcher matcher = SET.matcher(set.getFileName().toString());
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : Long.MAX_VALUE;
  }
}
