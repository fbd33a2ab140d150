package io.pelton.examples.cli.file;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.engine.error.PeltonException;
import io.pelton.examples.cli.console.BadRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A file that gets its name when it is complete. Until then it is in a folder of its own beside
 * that name, which goes with whatever is in it on {@link #close}, and also when the process is told
 * to end.
 */
final class PendingOutput implements AutoCloseable {
  private final Path target;
  private final Path folder;
  private final Thread atExit = new Thread(this::remove, "remove unfinished output");
  private boolean isRemoved;

  private PendingOutput(Path target, Path folder) {
    this.target = target;
    this.folder = folder;
  }

  /**
   * @throws ArrowFileFailure where nothing can be written beside the target
   */
  static PendingOutput create(Path target) {
    Path folder =
        target
            .toAbsolutePath()
            .resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    PendingOutput output = new PendingOutput(target, folder);
    Runtime.getRuntime().addShutdownHook(output.atExit);
    try {
      output.make();
    } catch (RuntimeException failure) {
      output.close();
      throw failure;
    }
    return output;
  }

  private synchronized void make() {
    checkOpen();
    try {
      Files.createDirectory(folder);
    } catch (IOException failure) {
      throw new ArrowFileFailure(target.toString(), "create", failure);
    }
  }

  private void checkOpen() {
    if (isRemoved) {
      throw new BadRequest("'" + target + "' was not written: the process was told to end");
    }
  }

  /** Where to write the file. */
  Path path() {
    return folder.resolve(target.getFileName());
  }

  /** Gives the complete file its name once it is on the disk, replacing a file that had it. */
  synchronized void publish() {
    checkOpen();
    try (FileChannel written = FileChannel.open(path(), StandardOpenOption.WRITE)) {
      written.force(true);
      Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new ArrowFileFailure(target.toString(), "replace", failure);
    }
  }

  private synchronized void remove() {
    isRemoved = true;
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException failure) {
      throw new ArrowFileFailure(folder.toString(), "remove", failure);
    }
  }

  /** The same failure, said of the target where it was said of the pending file. */
  RuntimeException renamed(PeltonException failure) {
    String pending = path().toString();
    return failure.getMessage().contains(pending)
        ? new BadRequest(failure.getMessage().replace(pending, target.toString()), failure)
        : failure;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException atExitAlready) {
      return;
    }
    remove();
  }
}
