package io.pelton.flink.model;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.flink.error.ModelChanged;
import io.pelton.onnx.ImportOptions;
import io.pelton.onnx.OnnxModel;
import java.io.Serializable;
import java.util.Optional;
import org.apache.flink.annotation.Internal;

/**
 * Which model to load and where to run it.
 *
 * @param name for messages and metrics
 * @param sha256 what the bytes must hash to, null where nobody has read them yet
 * @param backend or device, as {@link io.pelton.engine.executable.CompileOptions#on(String,
 *     ClassLoader)} takes it; null for the best host backend
 */
@Internal
public record ModelSpec(String name, ModelLocation location, String sha256, String backend)
    implements Serializable {
  /** A model's graph before it is compiled, with the checksum of its bytes. */
  public record Source(NamedGraph graph, String sha256, long bytes) {}

  /**
   * Reads and imports the model.
   *
   * @throws io.pelton.flink.error.ModelUnreadable when its bytes can't be read
   * @throws ModelChanged when they have another checksum than this says
   * @throws io.pelton.onnx.OnnxException when they are no model that can be imported
   */
  public Source read(ClassLoader loader) {
    ModelBytes file = ModelBytes.read(location, loader);
    if (sha256 != null && !sha256.equals(file.sha256())) {
      throw new ModelChanged(location.toString(), sha256, file.sha256());
    }
    ImportOptions options =
        location
            .folder()
            .map(ImportOptions.defaults()::withBaseFolder)
            .orElseGet(ImportOptions::defaults);
    OnnxModel model = OnnxModel.parse(file.bytes(), location.toString(), options);
    return new Source(model.graph(), file.sha256(), file.bytes().length);
  }

  public ModelSpec withSha256(String checksum) {
    return new ModelSpec(name, location, checksum, backend);
  }

  /** Equal for models that can share their weights. */
  String identity() {
    return location
        + "#"
        + Optional.ofNullable(sha256).orElse("any")
        + "@"
        + Optional.ofNullable(backend).orElse("best");
  }
}
