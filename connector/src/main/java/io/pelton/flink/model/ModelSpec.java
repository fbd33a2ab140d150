package io.pelton.flink.model;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.flink.error.ModelChanged;
import io.pelton.onnx.ImportOptions;
import io.pelton.onnx.OnnxModel;
import java.io.Serializable;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which model to load and where to run it.
 *
 * @param name for messages and metrics
 * @param sha256 what the bytes must hash to, null where nobody has read them yet
 * @param backend or device, as {@link io.pelton.engine.executable.CompileOptions#on(String,
 *     ClassLoader)} takes it; null for the best host backend
 * @param head what its output goes through
 */
@Internal
public record ModelSpec(
    String name,
    ModelLocation location,
    String sha256,
    String backend,
    LoadSettings settings,
    OutputHead head)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelSpec.class);

  public ModelSpec(String name, ModelLocation location, String sha256, String backend) {
    this(name, location, sha256, backend, LoadSettings.defaults());
  }

  /** A model whose outputs come out as they are. */
  public ModelSpec(
      String name, ModelLocation location, String sha256, String backend, LoadSettings settings) {
    this(name, location, sha256, backend, settings, OutputHead.NONE);
  }

  /**
   * A model's graph, with its head, before it is compiled.
   *
   * @param sha256 of the model file's bytes
   * @param version that the model itself says it is; empty where it says nothing
   */
  public record Source(NamedGraph graph, String sha256, long bytes, String version) {}

  /**
   * Reads and imports the model where a job is built.
   *
   * @throws io.pelton.flink.error.ModelUnreadable when its bytes can't be read
   * @throws ModelChanged when they have another checksum than this says
   * @throws io.pelton.onnx.OnnxException when they are no model that can be imported
   * @throws io.pelton.flink.error.InvalidSetting when it has no output that suits the head
   */
  public Source read(ClassLoader loader) {
    ModelFiles files = ModelFiles.read(this, loader);
    try {
      return source(files);
    } finally {
      try {
        files.close();
      } catch (Exception e) {
        LOG.warn("Copies of model '{}' could not be deleted", name, e);
      }
    }
  }

  /** Imports the model, whose large weights may stay in its files. */
  Source source(ModelFiles files) {
    ImportOptions options =
        files
            .folder()
            .map(ImportOptions.defaults()::withBaseFolder)
            .orElseGet(ImportOptions::defaults);
    ModelBytes file = files.model();
    OnnxModel model = OnnxModel.parse(file.bytes(), location.toString(), options);
    return new Source(head.on(model.graph()), file.sha256(), file.bytes().length, version(model));
  }

  private static String version(OnnxModel model) {
    return Optional.ofNullable(model.metadata().get("version"))
        .or(() -> Optional.ofNullable(model.metadata().get("model_version")))
        .orElse("");
  }

  public ModelSpec withSha256(String checksum) {
    return new ModelSpec(name, location, checksum, backend, settings, head);
  }

  public ModelSpec withHead(OutputHead outputHead) {
    return new ModelSpec(name, location, sha256, backend, settings, outputHead);
  }

  /** Equal for models that can share their weights on that device. */
  String identity(String device) {
    return location
        + "#"
        + Optional.ofNullable(sha256).orElse("any")
        + "@"
        + Optional.ofNullable(device).orElse("best")
        + (settings.threads() == 1 ? "" : "*" + settings.threads())
        + (head.isNone() ? "" : "/" + head);
  }
}
