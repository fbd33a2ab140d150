package io.pelton.flink.model;

import io.pelton.flink.error.ModelUnreadable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/**
 * Descriptions of the models that were asked for last, which are read again when their file has
 * another length or time of change. Thread-safe; no model is read under the lock.
 */
@Internal
public final class ModelDescriptions {
  /** Of all sessions that this class is loaded for. */
  public static final ModelDescriptions INSTANCE = new ModelDescriptions(256);

  private final Map<Key, ModelDescription> known;

  private record Key(String identity, long length, long modified) {}

  ModelDescriptions(int most) {
    known =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Key, ModelDescription> eldest) {
            return size() > most;
          }
        };
  }

  /**
   * The description of a model where a query is planned.
   *
   * @throws ModelUnreadable when its bytes can't be read
   * @throws io.pelton.flink.error.ModelChanged when they have another checksum than the
   *     specification says
   * @throws io.pelton.onnx.OnnxException when they are no model that can be imported
   */
  public ModelDescription of(ModelSpec spec, ClassLoader loader) {
    if (!(spec.location() instanceof ModelLocation.FilePath file)) {
      return ModelDescription.read(spec, loader);
    }
    Key key = key(spec, file);
    synchronized (known) {
      ModelDescription description = known.get(key);
      if (description != null) {
        return description;
      }
    }
    ModelDescription description = ModelDescription.read(spec, loader);
    synchronized (known) {
      known.put(key, description);
    }
    return description;
  }

  private static Key key(ModelSpec spec, ModelLocation.FilePath file) {
    try {
      Path path = new Path(file.uri());
      FileStatus status = path.getFileSystem().getFileStatus(path);
      return new Key(spec.identity(null), status.getLen(), status.getModificationTime());
    } catch (IOException e) {
      throw new ModelUnreadable(file.uri(), e.toString(), e);
    }
  }
}
