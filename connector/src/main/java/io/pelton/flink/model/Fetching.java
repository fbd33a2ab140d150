package io.pelton.flink.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Copies of files on this machine's disk. */
final class Fetching {
  private static final int CHUNK = 1 << 16;

  private Fetching() {}

  /** What can be opened. */
  interface Opening {
    InputStream open() throws IOException;
  }

  /** A new folder in the first of these in which there can be one. */
  static Path newFolder(List<Path> parents) throws IOException {
    IOException refused = new IOException("there is no folder for temporary files");
    for (Path parent : parents) {
      try {
        return Files.createTempDirectory(Files.createDirectories(parent), "pelton-model-");
      } catch (IOException e) {
        e.addSuppressed(refused);
        refused = e;
      }
    }
    throw refused;
  }

  /**
   * Makes a file, which gets its name when it is complete.
   *
   * @throws InterruptedIOException when the thread is interrupted; it stays interrupted
   */
  static void fetch(Opening from, Path to) throws IOException {
    Path part = Files.createTempFile(to.getParent(), "fetched-", ".part");
    try {
      try (InputStream in = from.open();
          OutputStream out = Files.newOutputStream(part)) {
        copy(in, out);
      }
      Files.move(part, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
      out.write(chunk, 0, read);
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("the task was cancelled while a model was fetched");
      }
    }
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
