package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.io.IpcFileReader;
import java.io.File;
import java.io.IOException;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Opens Arrow files on Flink's file systems. */
final class FileChannels {
  private FileChannels() {}

  /**
   * @throws ArrowFileFailure where the file can't be read
   */
  static IpcFileReader open(String uri, ArrowAllocator allocator) {
    Path path = new Path(uri);
    try {
      FileSystem files = path.getFileSystem();
      if (files instanceof LocalFileSystem) {
        return IpcFileReader.open(new File(path.getPath()).toPath(), allocator);
      }
      long size = files.getFileStatus(path).getLen();
      return IpcFileReader.open(new InputChannel(files.open(path), size), uri, allocator);
    } catch (IOException e) {
      throw new ArrowFileFailure(uri, "open", e);
    }
  }
}
