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
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * A file on one of Flink's file systems.
 *
 * @param length bytes when it was found; {@link #UNKNOWN} where nobody looked
 */
record SourceFile(String uri, long length) {
  static final long UNKNOWN = -1;

  /**
   * The bytes of the file, which whoever opens it closes.
   *
   * @throws FileChanged where it has another length than it had, or is gone
   * @throws ArrowFileFailure where it can't be read
   */
  SeekableByteChannel open() {
    Path path = new Path(uri);
    try {
      FileSystem files = path.getFileSystem();
      long now = files.getFileStatus(path).getLen();
      if (length != UNKNOWN && now != length) {
        throw new FileChanged(uri, length, now);
      }
      return files instanceof LocalFileSystem
          ? FileChannel.open(new File(path.getPath()).toPath(), StandardOpenOption.READ)
          : new InputChannel(files.open(path), now);
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
