package io.pelton.flink.model;

import ai.onnx.proto.OnnxMl.ModelProto;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.onnx.proto.ModelFile;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a model says of itself, without its weights.
 *
 * @param inputs in the model's order
 * @param outputs in the model's order
 * @param sha256 of the model file's bytes
 * @param bytes of the model file
 * @param version that the model itself says it is; empty where it says nothing
 * @param producer name and version of the tool that wrote it; empty where it says nothing
 * @param text for people; empty where it says nothing
 */
@Internal
public record ModelDescription(
    List<Port> inputs,
    List<Port> outputs,
    String sha256,
    long bytes,
    String version,
    String producer,
    String text) {
  private static final Logger LOG = LoggerFactory.getLogger(ModelDescription.class);

  public ModelDescription {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /**
   * Reads and imports the model, and lets go of it.
   *
   * @throws io.pelton.flink.error.ModelUnreadable when its bytes can't be read
   * @throws io.pelton.flink.error.ModelChanged when they have another checksum than the
   *     specification says
   * @throws io.pelton.onnx.OnnxException when they are no model that can be imported
   */
  static ModelDescription read(ModelSpec spec, ClassLoader loader) {
    ModelFiles files = ModelFiles.read(spec, loader);
    try {
      ModelSpec.Source source = spec.source(files);
      ModelProto file = ModelFile.parse(files.model().bytes(), spec.location().toString());
      String text = file.getDocString().strip();
      return new ModelDescription(
          source.graph().inputPorts(),
          source.graph().outputPorts(),
          source.sha256(),
          source.bytes(),
          source.version(),
          (file.getProducerName() + " " + file.getProducerVersion()).strip(),
          text.isEmpty() ? file.getGraph().getDocString().strip() : text);
    } finally {
      try {
        files.close();
      } catch (Exception e) {
        LOG.warn("Copies of model '{}' could not be deleted", spec.name(), e);
      }
    }
  }
}
