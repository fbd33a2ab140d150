package io.pelton.flink.model;

import io.pelton.flink.error.ModelUnreadable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.util.WrappingProxy;

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
      return open(path());
    }

    @Override
    public InputStream openBeside(String relative, ClassLoader loader) throws IOException {
      return open(new org.apache.flink.core.fs.Path(path().getParent(), relative));
    }

    private static InputStream open(org.apache.flink.core.fs.Path file) throws IOException {
      return file.getFileSystem().open(file);
    }

    @Override
    public boolean isRemote() {
      return !isLocal();
    }

    @Override
    public Optional<Path> folder() {
      return isLocal()
          ? Optional.ofNullable(new File(path().getPath()).toPath().toAbsolutePath().getParent())
          : Optional.empty();
    }

    /** In a task, Flink wraps file systems to close what the task leaves open. */
    private boolean isLocal() {
      try {
        FileSystem system = path().getFileSystem();
        while (system instanceof WrappingProxy<?> proxy) {
          system = (FileSystem) proxy.getWrappedDelegate();
        }
        return system instanceof LocalFileSystem;
      } catch (IOException e) {
        throw new ModelUnreadable(uri, e.toString(), e);
      }
    }

    private org.apache.flink.core.fs.Path path() {
      return new org.apache.flink.core.fs.Path(uri);
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
      return open(name, loader);
    }

    @Override
    public InputStream openBeside(String relative, ClassLoader loader) throws IOException {
      return open(name.substring(0, name.lastIndexOf('/') + 1) + relative, loader);
    }

    private static InputStream open(String name, ClassLoader loader) throws IOException {
      InputStream stream = loader.getResourceAsStream(name);
      if (stream == null) {
        throw new IOException("there is no such resource on the class path");
      }
      return stream;
    }

    @Override
    public boolean isRemote() {
      return false;
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

  /**
   * A file of Flink's distributed cache, or one in a folder of it.
   *
   * @param name under which it is registered
   * @param inside path of the model in the folder; empty where the model is registered itself
   * @param registered where it is, which is read where the job is built; empty where that is
   *     unknown
   */
  record CachedFile(String name, String inside, String registered) implements ModelLocation {
    @Override
    public InputStream open(ClassLoader loader) throws IOException {
      return original().open(loader);
    }

    @Override
    public InputStream openBeside(String relative, ClassLoader loader) throws IOException {
      return original().openBeside(relative, loader);
    }

    private FilePath original() throws IOException {
      if (registered.isEmpty()) {
        throw new IOException("it is in the distributed cache, which only TaskManagers read");
      }
      return new FilePath(within(registered));
    }

    @Override
    public boolean isRemote() {
      return false;
    }

    @Override
    public Optional<Path> folder() {
      return registered.isEmpty() ? Optional.empty() : new FilePath(within(registered)).folder();
    }

    @Override
    public ModelLocation inTask(Function<String, File> cachedFiles) {
      try {
        return new FilePath(within(cachedFiles.apply(name).getPath()));
      } catch (IllegalArgumentException e) {
        throw new ModelUnreadable(
            toString(),
            "the job's environment has no cached file '"
                + name
                + "', for which registerCachedFile(…) is to be called",
            e);
      }
    }

    private String within(String root) {
      return inside.isEmpty() ? root : root + (root.endsWith("/") ? "" : "/") + inside;
    }

    @Override
    public String toString() {
      return "cached:" + name + (inside.isEmpty() ? "" : "/" + inside);
    }
  }

  /** The caller closes the stream. */
  InputStream open(ClassLoader loader) throws IOException;

  /**
   * Opens another file that belongs to the model; the caller closes the stream.
   *
   * @param relative to the folder that the model is in
   */
  InputStream openBeside(String relative, ClassLoader loader) throws IOException;

  /** True when reading it means to fetch it from another machine. */
  boolean isRemote();

  /** Where second files with weights lie, if on this machine's disk. */
  Optional<Path> folder();

  /** What it is for a task, which has the files of the distributed cache at hand. */
  default ModelLocation inTask(Function<String, File> cachedFiles) {
    return this;
  }
}
