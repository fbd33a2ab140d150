package io.pelton.flink.model;

import io.pelton.flink.error.ModelUnreadable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** Where the bytes of a model are. */
@Internal
public sealed interface ModelLocation extends Serializable {
  /**
   * A file that Flink's file systems reach.
   *
   * @param uri with a scheme, or a plain path
   */
  record FilePath(String uri) implements ModelLocation {
    @Override
    public InputStream open(ClassLoader loader) throws IOException {
      return fileSystem().open(path());
    }

    @Override
    public Optional<Path> folder() {
      try {
        return fileSystem() instanceof LocalFileSystem
            ? Optional.ofNullable(new File(path().getPath()).toPath().toAbsolutePath().getParent())
            : Optional.empty();
      } catch (IOException e) {
        throw new ModelUnreadable(uri, e.toString(), e);
      }
    }

    private org.apache.flink.core.fs.Path path() {
      return new org.apache.flink.core.fs.Path(uri);
    }

    private FileSystem fileSystem() throws IOException {
      return path().getFileSystem();
    }

    @Override
    public String toString() {
      return uri;
    }
  }

  /**
   * A resource of the job's class path.
   *
   * @param name from the root, without a slash in front
   */
  record Resource(String name) implements ModelLocation {
    @Override
    public InputStream open(ClassLoader loader) throws IOException {
      InputStream stream = loader.getResourceAsStream(name);
      if (stream == null) {
        throw new IOException("there is no such resource on the class path");
      }
      return stream;
    }

    @Override
    public Optional<Path> folder() {
      return Optional.empty();
    }

    @Override
    public String toString() {
      return "classpath:" + name;
    }
  }

  /** The caller closes the stream. */
  InputStream open(ClassLoader loader) throws IOException;

  /** Where second files with weights lie, for models that may have them. */
  Optional<Path> folder();
}
