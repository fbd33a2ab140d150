package io.pelton.cuda.driver;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Loads classes that unpack a native library when they are initialized. JCuda unpacks under fixed
 * names into the directory for temporary files, where another user's, another version's or another
 * class loader's would be in the way; here each process and class loader unpacks into a directory
 * of its own, which is gone as soon as the library is mapped.
 */
public final class NativeLoading {
  private static final String DIRECTORY = "java.io.tmpdir";

  private NativeLoading() {}

  /**
   * Initializes a class.
   *
   * @throws UnsatisfiedLinkError when its library, or one which that needs, can't be opened
   */
  public static synchronized void initialize(Class<?> type) {
    String before = System.getProperty(DIRECTORY);
    Path own = create();
    System.setProperty(DIRECTORY, own.toString());
    try {
      Class.forName(type.getName(), true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(type + " loses its class loader", e);
    } finally {
      System.setProperty(DIRECTORY, before);
      delete(own);
    }
  }

  private static Path create() {
    try {
      // both remember the directory when first used, which must not be the one of this class
      File remembered = File.createTempFile("pelton-cuda", null);
      Files.delete(remembered.toPath());
      return Files.createTempDirectory("pelton-cuda");
    } catch (IOException e) {
      throw new UncheckedIOException("no directory to unpack JCuda's library into", e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted((one, other) -> other.compareTo(one)).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("what JCuda unpacked into " + directory + " stays", e);
    }
  }
}
