package io.pelton.flink.source;

import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The files below some folders. What is named itself is read whatever its name; below a folder,
 * files and folders that are hidden or on their way are passed over.
 */
final class FileListing {
  private static final List<String> UNFINISHED =
      List.of(".tmp", ".temp", ".part", ".partial", ".pending", ".inprogress", "._copying_");

  private final Map<String, SourceFile> files = new LinkedHashMap<>();
  private final PathMatcher names;

  private FileListing(String names) {
    this.names = names == null ? any -> true : matcher(names);
  }

  /**
   * @throws IllegalArgumentException for what is no glob
   */
  static PathMatcher matcher(String glob) {
    return FileSystems.getDefault().getPathMatcher("glob:" + glob);
  }

  /**
   * Every file once: in the order of the roots, those of a folder by their paths.
   *
   * @throws ArrowFileFailure where a root is missing or can't be read
   */
  static List<SourceFile> of(ReadSpec spec) {
    FileListing listing = new FileListing(spec.names());
    for (String root : spec.uris()) {
      try {
        Path path = new Path(root);
        FileSystem fileSystem = path.getFileSystem();
        FileStatus status = fileSystem.getFileStatus(path);
        if (status.isDir()) {
          listing.addFolder(fileSystem, status.getPath());
        } else {
          listing.add(fileSystem, status);
        }
      } catch (IOException failure) {
        throw new ArrowFileFailure(root, "list", failure);
      }
    }
    return new ArrayList<>(listing.files.values());
  }

  private void addFolder(FileSystem fileSystem, Path folder) throws IOException {
    FileStatus[] children = fileSystem.listStatus(folder);
    if (children == null) {
      // deleted since its parent was listed
      return;
    }
    List<FileStatus> sorted = new ArrayList<>(List.of(children));
    sorted.sort(Comparator.comparing(child -> child.getPath().toString()));
    for (FileStatus child : sorted) {
      String name = child.getPath().getName();
      if (isUnfinished(name)) {
        continue;
      }
      if (child.isDir()) {
        addFolder(fileSystem, child.getPath());
      } else if (names.matches(java.nio.file.Path.of(name))) {
        add(fileSystem, child);
      }
    }
  }

  private void add(FileSystem fileSystem, FileStatus file) {
    String uri = file.getPath().makeQualified(fileSystem).toString();
    files.putIfAbsent(uri, new SourceFile(uri, file.getLen()));
  }

  private static boolean isUnfinished(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return name.startsWith(".")
        || name.startsWith("_")
        || UNFINISHED.stream().anyMatch(lower::endsWith);
  }
}
