package io.pelton.flink.source;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.flink.error.FileChanged;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * A file on one of Flink's file systems.
 *
 * @param length bytes when it was found; {@link #UNKNOWN} where nobody looked
 */
@Internal
public record SourceFile(String uri, long length) {
  public static final long UNKNOWN = -1;

  /**
   * The bytes of the file, which whoever opens it closes.
   *
   * @throws FileChanged where it has another length than it had, or is gone
   * @throws ArrowFileFailure where it can't be read
   */
  public SeekableByteChannel open() {
    return read(
        (files, path, now) ->
            files instanceof LocalFileSystem
                ? FileChannel.open(new File(path.getPath()).toPath(), StandardOpenOption.READ)
                : new InputChannel(files.open(path), now));
  }

  /**
   * Where others than Flink find the file: a path where it is local, else its URI.
   *
   * @throws FileChanged where it has another length than it had, or is gone
   * @throws ArrowFileFailure where it can't be looked at
   */
  String location() {
    return read(
        (files, path, now) -> files instanceof LocalFileSystem ? path.getPath() : path.toString());
  }

  private interface Access<V> {
    V of(FileSystem files, Path path, long length) throws IOException;
  }

  private <V> V read(Access<V> access) {
    Path path = new Path(uri);
    try {
      FileSystem files = path.getFileSystem();
      long now = files.getFileStatus(path).getLen();
      if (length != UNKNOWN && now != length) {
        throw new FileChanged(uri, length, now);
      }
      return access.of(files, path, now);
    } catch (FileNotFoundException | NoSuchFileException gone) {
      if (length != UNKNOWN) {
        throw new FileChanged(uri, length, -1);
      }
      throw new ArrowFileFailure(uri, "open", gone);
    } catch (IOException failure) {
      throw new ArrowFileFailure(uri, "open", failure);
    }
  }
}
