package io.pelton.flink.model;

import io.pelton.flink.error.ModelChanged;
import io.pelton.flink.error.ModelUnreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A model's bytes, and the folder of its second files. Copies of remote files stay on this
 * machine's disk until this is closed, which must not be before the model is no longer in use:
 * large weights are read where they lie. Used by one thread at a time.
 */
final class ModelFiles implements AutoCloseable {
  private final Deque<AutoCloseable> copies = new ArrayDeque<>();
  private ModelBytes model;
  private Optional<Path> folder;

  private ModelFiles() {}

  /**
   * Reads the files where a job is built.
   *
   * @throws ModelUnreadable with the reason
   * @throws ModelChanged when the bytes have another checksum than the specification says
   * @throws io.pelton.onnx.ExternalDataError for second files that can't be fetched
   */
  static ModelFiles read(ModelSpec spec, ClassLoader loader) {
    ModelFiles files = new ModelFiles();
    try {
      files.model = ModelBytes.read(spec.location(), loader);
      files.check(spec);
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      files.findSecondFiles(spec.location(), loader, List.of(temporary));
      return files;
    } catch (IOException e) {
      ModelUnreadable unreadable = unreadable(spec, e);
      files.closeAfter(unreadable);
      throw unreadable;
    } catch (RuntimeException e) {
      files.closeAfter(e);
      throw e;
    }
  }

  /**
   * Reads the files in a task, remote ones through a copy that the jobs of the TaskManager share.
   *
   * @throws InterruptedException when the task is cancelled while another one fetches the model
   */
  static ModelFiles read(ModelSpec spec, TaskManagerAccess access) throws InterruptedException {
    ModelFiles files = new ModelFiles();
    try {
      ModelLocation location = spec.location().inTask(access.cachedFiles());
      files.model =
          location.isRemote() && spec.sha256() != null
              ? files.shared(location, spec, access)
              : ModelBytes.read(location, access.loader());
      files.check(spec);
      files.findSecondFiles(location, access.loader(), access.temporary());
      return files;
    } catch (RuntimeException | InterruptedException e) {
      files.closeAfter(e);
      throw e;
    } catch (Exception e) {
      ModelUnreadable unreadable = unreadable(spec, e);
      files.closeAfter(unreadable);
      throw unreadable;
    }
  }

  private static ModelUnreadable unreadable(ModelSpec spec, Exception e) {
    return new ModelUnreadable(spec.location().toString(), e.toString(), e);
  }

  private ModelBytes shared(ModelLocation location, ModelSpec spec, TaskManagerAccess access)
      throws Exception {
    SharedCopy copy =
        SharedCopy.of(
            access.resources(),
            access.temporary(),
            location.toString(),
            spec.sha256(),
            () -> location.open(access.loader()));
    copies.push(copy);
    ModelBytes read = ModelBytes.read(copy.file());
    if (!read.sha256().equals(spec.sha256())) {
      copy.discard();
    }
    return read;
  }

  private void check(ModelSpec spec) {
    if (spec.sha256() != null && !spec.sha256().equals(model.sha256())) {
      throw new ModelChanged(spec.location().toString(), spec.sha256(), model.sha256());
    }
  }

  private void findSecondFiles(ModelLocation location, ClassLoader loader, List<Path> temporary)
      throws IOException {
    folder = location.folder();
    if (folder.isEmpty()) {
      folder = new SecondFiles(location, loader).fetch(model.bytes(), temporary);
      folder.ifPresent(copy -> copies.push(() -> Fetching.delete(copy)));
    }
  }

  ModelBytes model() {
    return model;
  }

  /** Where second files are; empty for a model that has none. */
  Optional<Path> folder() {
    return folder;
  }

  /** Lets go of the bytes, which an imported model does not need any more. */
  void forgetBytes() {
    model = null;
  }

  private void closeAfter(Exception failure) {
    try {
      close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  /** Deletes what was copied, as far as no other job uses it. */
  @Override
  public void close() throws Exception {
    while (!copies.isEmpty()) {
      copies.pop().close();
    }
  }
}
