package io.pelton.flink.table.catalog;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The models of a folder and of the folders in it, each of which is a database. Every question is
 * answered by the file system as it is then. Files and folders whose names begin with a dot or an
 * underscore are not seen.
 */
final class ModelFolder {
  private static final String ENDING = ".onnx";
  private static final String SEPARATOR = "/";

  private final Path root;
  private final String rootDatabase;
  private final boolean isRecursive;

  /**
   * @param rootDatabase what the database of the folder itself is called
   * @param isRecursive whether folders in folders are databases, too, called by their paths
   */
  ModelFolder(Path root, String rootDatabase, boolean isRecursive) {
    this.root = root;
    this.rootDatabase = rootDatabase;
    this.isRecursive = isRecursive;
  }

  Path root() {
    return root;
  }

  /** Whether there is such a folder. */
  boolean isThere() throws IOException {
    return status(root).filter(FileStatus::isDir).isPresent();
  }

  /** Whether a folder in it has the name that its own database is called. */
  boolean isRootDatabaseTaken() throws IOException {
    return status(new Path(root, rootDatabase)).filter(FileStatus::isDir).isPresent();
  }

  /** The folder's own first, then the others by name. */
  List<String> databases() throws IOException {
    List<String> names = new ArrayList<>();
    addFolders(root, "", names);
    names.remove(rootDatabase);
    names.sort(null);
    names.add(0, rootDatabase);
    return names;
  }

  private void addFolders(Path folder, String prefix, List<String> names) throws IOException {
    for (FileStatus inside : list(folder, FileStatus::isDir)) {
      String name = prefix + inside.getPath().getName();
      names.add(name);
      if (isRecursive) {
        addFolders(inside.getPath(), name + SEPARATOR, names);
      }
    }
  }

  /** Whether there is such a database. */
  boolean hasDatabase(String database) throws IOException {
    if (database.equals(rootDatabase)) {
      return true;
    }
    return isInside(database) && status(folder(database)).filter(FileStatus::isDir).isPresent();
  }

  /** Where the models of a database are. */
  Path folder(String database) {
    return database.equals(rootDatabase) ? root : new Path(root, database);
  }

  private boolean isInside(String database) {
    List<String> steps = List.of(database.split(SEPARATOR, -1));
    return (isRecursive || steps.size() == 1) && steps.stream().allMatch(ModelFolder::isSeen);
  }

  /**
   * Names of models in order.
   *
   * @param database one that exists
   */
  List<String> models(String database) throws IOException {
    return list(folder(database), ModelFolder::isModel).stream()
        .map(file -> file.getPath().getName())
        .map(name -> name.substring(0, name.length() - ENDING.length()))
        .sorted()
        .toList();
  }

  private static boolean isModel(FileStatus file) {
    String name = file.getPath().getName();
    return !file.isDir() && name.endsWith(ENDING) && name.length() > ENDING.length();
  }

  /**
   * A model's file.
   *
   * @param database one that exists
   */
  Optional<FileStatus> model(String database, String name) throws IOException {
    return file(database, name + ENDING).filter(ModelFolder::isModel);
  }

  /**
   * A file of a database's folder.
   *
   * @param database one that exists
   */
  Optional<FileStatus> file(String database, String name) throws IOException {
    return isSeen(name) && !name.contains(SEPARATOR)
        ? status(new Path(folder(database), name)).filter(file -> !file.isDir())
        : Optional.empty();
  }

  private static boolean isSeen(String name) {
    // what a colon is in would be taken for a URI
    return !name.isEmpty()
        && name.charAt(0) != '.'
        && name.charAt(0) != '_'
        && name.indexOf(':') < 0;
  }

  private static Optional<FileStatus> status(Path path) throws IOException {
    try {
      return Optional.ofNullable(path.getFileSystem().getFileStatus(path));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private static List<FileStatus> list(Path folder, Predicate<FileStatus> which)
      throws IOException {
    FileSystem system = folder.getFileSystem();
    FileStatus[] found = system.listStatus(folder);
    return found == null
        ? List.of()
        : Stream.of(found).filter(which.and(inside -> isSeen(inside.getPath().getName()))).toList();
  }
}
