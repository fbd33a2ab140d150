package io.pelton.flink;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.LimitedConnectionsFileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Local files under the scheme {@code counting:}, as if they were far away. */
public final class CountingFileSystem extends LimitedConnectionsFileSystem {
  private static final String SCHEME = "counting";
  private static final Map<String, Integer> OPENED = new ConcurrentHashMap<>();

  private static final Map<String, Runnable> HOOKS = new ConcurrentHashMap<>();

  private CountingFileSystem() {
    super(new LocalFileSystem(), Integer.MAX_VALUE);
  }

  public static String uri(java.nio.file.Path file) {
    return SCHEME + "://" + file.toAbsolutePath();
  }

  /** How often a file was opened to be read. */
  public static int opened(java.nio.file.Path file) {
    return OPENED.getOrDefault(file.toAbsolutePath().toString(), 0);
  }

  /** Runs something before a file is opened, every time. */
  public static void whenOpened(java.nio.file.Path file, Runnable hook) {
    HOOKS.put(file.toAbsolutePath().toString(), hook);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    note(path);
    return super.open(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    note(path);
    return super.open(path, bufferSize);
  }

  private static void note(Path path) {
    OPENED.merge(path.getPath(), 1, Integer::sum);
    HOOKS.getOrDefault(path.getPath(), () -> {}).run();
  }

  /** Found by Flink through its service file. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new CountingFileSystem();
    }
  }
}
