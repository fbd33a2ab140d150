package io.pelton.arrow.io;

import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * What a writer writes to: a channel, or a file that bears a temporary name beside its own until it
 * is complete. For writers of other formats, too. One thread at a time.
 */
public final class OutputFile implements AutoCloseable {
  private final String name;
  private final Path target;
  private final Path temporary;
  private final WritableByteChannel channel;
  private boolean broken;
  private boolean published;
  private boolean closed;

  private OutputFile(String name, Path target, Path temporary, WritableByteChannel channel) {
    this.name = name;
    this.target = target;
    this.temporary = temporary;
    this.channel = channel;
  }

  /**
   * @param file replaced when this is published
   * @throws ArrowFileFailure where it is a folder, or nothing can be written beside it
   */
  public static OutputFile create(Path file) {
    checkTarget(file);
    Path folder = file.toAbsolutePath().getParent();
    try {
      // not Files.createTempFile, whose files nobody else may read
      Path temporary = folder.resolve("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
      FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new OutputFile(file.toString(), file, temporary, channel);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "create", failure);
    }
  }

  /**
   * Finds before anything is written what would fail when the file gets its name.
   *
   * @throws ArrowFileFailure where it is a folder, or would be in none
   */
  public static void checkTarget(Path file) {
    String reason = null;
    if (Files.isDirectory(file)) {
      reason = "it is a folder; name a file in it";
    } else if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      reason = "no such folder: " + file.toAbsolutePath().getParent() + "; make it before";
    }
    if (reason != null) {
      throw new ArrowFileFailure(file.toString(), "create", new IOException(reason));
    }
  }

  /** A channel, which is closed in the end. */
  public static OutputFile of(String name, WritableByteChannel channel) {
    return new OutputFile(name, null, null, channel);
  }

  /** For messages. */
  public String name() {
    return name;
  }

  public WritableByteChannel channel() {
    return channel;
  }

  /** Something that writes. */
  public interface Step {
    void run() throws IOException;
  }

  /**
   * Takes a step.
   *
   * @throws ArrowFileFailure naming the file, where writing fails
   */
  public void attempt(Step step) {
    try {
      step.run();
    } catch (IOException failure) {
      broken = true;
      throw new ArrowFileFailure(name, "write", failure);
    }
  }

  /** Whether a step failed: nobody knows how much of it was written, so nothing may follow. */
  public boolean broken() {
    return broken;
  }

  /** Closes the channel and gives the file its name. */
  public void publish() {
    attempt(channel::close);
    if (target != null) {
      attempt(() -> Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE));
    }
    published = true;
  }

  /** Removes a file that was not published. */
  @Override
  public void close() {
    if (!closed && !published) {
      closed = true;
      try {
        attempt(channel::close);
      } finally {
        if (temporary != null) {
          attempt(() -> Files.deleteIfExists(temporary));
        }
      }
    }
  }
}
