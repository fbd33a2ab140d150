package io.pelton.flink.model;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.runtime.memory.SharedResources;

/**
 * A remote model's file on the disk of this machine, one for all jobs of a TaskManager that want
 * the same bytes of the same place; it goes with the last user. Jobs have class loaders of their
 * own, so that nothing but the JDK's types may be shared: a {@link StringWriter} holds the state,
 * one character, before the folder's path, and its buffer is lock and condition.
 */
final class SharedCopy implements AutoCloseable {
  private static final char ABSENT = 'a';
  private static final char BUSY = 'b';
  private static final char COMPLETE = 'c';
  private static final String FILE = "model.onnx";

  private final SharedResources resources;
  private final String key;
  private final Object holder = new Object();
  private final StringBuffer state;

  private SharedCopy(SharedResources resources, String key, List<Path> temporary) throws Exception {
    this.resources = resources;
    this.key = key;
    this.state =
        resources
            .<StringWriter>getOrAllocateSharedResource(key, holder, size -> begin(temporary), 0)
            .resourceHandle()
            .getBuffer();
  }

  private static StringWriter begin(List<Path> temporary) throws IOException {
    StringWriter state = new StringWriter();
    state.append(ABSENT).append(Fetching.newFolder(temporary).toString());
    return state;
  }

  /**
   * Finds the copy, or fetches it unless another slot does, for which it waits.
   *
   * @param sha256 of the bytes that are wanted
   * @throws InterruptedException when the task is cancelled meanwhile
   */
  static SharedCopy of(
      SharedResources resources,
      List<Path> temporary,
      String location,
      String sha256,
      Fetching.Opening remote)
      throws Exception {
    String key = "pelton-model-copy/1/" + sha256 + "/" + location;
    SharedCopy copy = new SharedCopy(resources, key, temporary);
    try {
      copy.complete(remote);
      return copy;
    } catch (Throwable failure) {
      copy.closeAfter(failure);
      throw failure;
    }
  }

  private void complete(Fetching.Opening remote) throws IOException, InterruptedException {
    if (!isMine()) {
      return;
    }
    char next = ABSENT;
    try {
      Fetching.fetch(remote, file());
      next = COMPLETE;
    } finally {
      synchronized (state) {
        state.setCharAt(0, next);
        state.notifyAll();
      }
    }
  }

  /** True when it is up to this one to fetch the file. */
  private boolean isMine() throws InterruptedException {
    synchronized (state) {
      while (state.charAt(0) == BUSY) {
        state.wait();
      }
      if (state.charAt(0) == COMPLETE) {
        return false;
      }
      state.setCharAt(0, BUSY);
      return true;
    }
  }

  Path file() {
    return folder().resolve(FILE);
  }

  private Path folder() {
    return Path.of(state.substring(1));
  }

  /** Has the next one fetch the file again, as what it holds is not what was wanted. */
  void discard() throws IOException {
    synchronized (state) {
      state.setCharAt(0, ABSENT);
    }
    Files.deleteIfExists(file());
  }

  private void closeAfter(Throwable failure) {
    try {
      close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() throws Exception {
    resources.release(
        key,
        holder,
        size -> {
          try {
            Fetching.delete(folder());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
