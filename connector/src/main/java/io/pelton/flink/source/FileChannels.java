package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.Projection;
import java.io.File;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Opens Arrow files on Flink's file systems. */
@Internal
public final class FileChannels {
  private FileChannels() {}

  /**
   * @throws ArrowFileFailure where the file can't be read
   */
  static IpcFileReader open(String uri, ArrowAllocator allocator) {
    return open(uri, allocator, FileChannels::all);
  }

  private static int[] all(Schema schema) {
    return IntStream.range(0, schema.getFields().size()).toArray();
  }

  /**
   * Opens a file to read some of its columns.
   *
   * @throws ArrowFileFailure where the file can't be read
   */
  public static IpcFileReader open(String uri, ArrowAllocator allocator, Projection projection) {
    Path path = new Path(uri);
    try {
      FileSystem files = path.getFileSystem();
      if (files instanceof LocalFileSystem) {
        return IpcFileReader.open(new File(path.getPath()).toPath(), allocator, projection);
      }
      long size = files.getFileStatus(path).getLen();
      return IpcFileReader.open(
          new InputChannel(files.open(path), size), uri, allocator, projection);
    } catch (IOException e) {
      throw new ArrowFileFailure(uri, "open", e);
    }
  }
}
