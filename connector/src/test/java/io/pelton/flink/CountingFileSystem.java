package io.pelton.flink;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.core.fs.BlockLocation;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.LimitedConnectionsFileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Local files under the scheme {@code counting:}, as if they were far away. */
public final class CountingFileSystem extends LimitedConnectionsFileSystem {
  private static final String SCHEME = "counting";
  private static final Map<String, Integer> OPENED = new ConcurrentHashMap<>();
  private static final Map<String, Long> READ = new ConcurrentHashMap<>();
  private static final Map<String, Long> BLOCKS = new ConcurrentHashMap<>();
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

  /** How many bytes of a file were read since this was asked last. */
  public static long bytesRead(java.nio.file.Path file) {
    Long bytes = READ.remove(file.toAbsolutePath().toString());
    return bytes == null ? 0 : bytes;
  }

  /** Makes a file look as if it lay in blocks of so many bytes. */
  public static void cutIntoBlocks(java.nio.file.Path file, long bytes) {
    BLOCKS.put(file.toAbsolutePath().toString(), bytes);
  }

  /** Runs something before a file is opened, every time. */
  public static void whenOpened(java.nio.file.Path file, Runnable hook) {
    HOOKS.put(file.toAbsolutePath().toString(), hook);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    note(path);
    return new CountingStream(super.open(path), path.getPath());
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    note(path);
    return new CountingStream(super.open(path, bufferSize), path.getPath());
  }

  private static void note(Path path) {
    OPENED.merge(path.getPath(), 1, Integer::sum);
    HOOKS.getOrDefault(path.getPath(), () -> {}).run();
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return new Status(super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] files = super.listStatus(path);
    return files == null ? null : Arrays.stream(files).map(Status::new).toArray(FileStatus[]::new);
  }

  /** A local file's, under this scheme. */
  private record Status(FileStatus local) implements FileStatus {
    @Override
    public Path getPath() {
      return new Path(SCHEME + "://" + local.getPath().getPath());
    }

    @Override
    public long getLen() {
      return local.getLen();
    }

    @Override
    public long getBlockSize() {
      return local.getBlockSize();
    }

    @Override
    public short getReplication() {
      return local.getReplication();
    }

    @Override
    public long getModificationTime() {
      return local.getModificationTime();
    }

    @Override
    public long getAccessTime() {
      return local.getAccessTime();
    }

    @Override
    public boolean isDir() {
      return local.isDir();
    }
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    Long size = BLOCKS.get(file.getPath().getPath());
    if (size == null) {
      return super.getFileBlockLocations(((Status) file).local(), start, length);
    }
    List<BlockLocation> blocks = new ArrayList<>();
    for (long from = 0; from < file.getLen(); from += size) {
      blocks.add(new Block(from, Math.min(size, file.getLen() - from)));
    }
    return blocks.toArray(BlockLocation[]::new);
  }

  private record Block(long offset, long length) implements BlockLocation {
    @Override
    public String[] getHosts() {
      return new String[0];
    }

    @Override
    public long getOffset() {
      return offset;
    }

    @Override
    public long getLength() {
      return length;
    }

    @Override
    public int compareTo(BlockLocation other) {
      return Long.compare(offset, other.getOffset());
    }
  }

  private static final class CountingStream extends FSDataInputStream {
    private final FSDataInputStream stream;
    private final String file;

    CountingStream(FSDataInputStream stream, String file) {
      this.stream = stream;
      this.file = file;
    }

    @Override
    public void seek(long position) throws IOException {
      stream.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public int read() throws IOException {
      READ.merge(file, 1L, Long::sum);
      return stream.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = stream.read(bytes, offset, length);
      READ.merge(file, (long) Math.max(0, read), Long::sum);
      return read;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
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
