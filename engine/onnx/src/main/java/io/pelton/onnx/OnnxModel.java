package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.onnx.FunctionInliner.Inlined;
import io.pelton.onnx.proto.ExternalData;
import io.pelton.onnx.proto.ModelFile;
import io.pelton.onnx.proto.TensorDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An imported ONNX model. Its weights are on the heap and its file is not needed any more, but for
 * large tensors in second files (see {@link ImportOptions#mappedBytes}): these files are mapped, so
 * that such tensors take no memory of their own as long as no kernel packs them, and must not be
 * cut or written while the graph or what was compiled from it is in use. One tensor in a second
 * file has at most 2 GiB.
 *
 * <p>Initializers are constants and not among the graph's inputs, also those that are inputs at the
 * same time and which callers may override or open (see {@link ImportOptions}).
 *
 * <p>Declared shapes give the inputs their types: a named dimension is one symbol wherever its name
 * occurs, one without a name, below 0 or called {@code ?}, {@code -1} or {@code None} is a symbol
 * of its own, and 0 means unknown, with a warning. All other types are inferred; what the file says
 * of them is not used.
 *
 * <p>Immutable but for the graph, which a compiler may change; thread-safe otherwise.
 */
public final class OnnxModel {
  private final NamedGraph graph;
  private final ImportReport report;
  private final Map<String, String> metadata;

  private OnnxModel(NamedGraph graph, ImportReport report, Map<String, String> metadata) {
    this.graph = graph;
    this.report = report;
    this.metadata = metadata;
  }

  /** {@link #load(Path, ImportOptions)} with the defaults. */
  public static OnnxModel load(Path file) {
    return load(file, ImportOptions.defaults());
  }

  /**
   * Imports a file. Data of tensors in second files are looked for in the options' base folder, or
   * else in the file's own.
   *
   * @throws UnreadableModel when the file is missing, a directory, empty or can't be read
   * @throws UnsupportedNodes when it has parts that can't be imported, with all of them
   * @throws UnsupportedFeature when one part other than a node is all that can't be imported
   * @throws InvalidOverride when it does not allow what the options ask for
   * @throws OnnxException for whatever else is wrong with it
   */
  public static OnnxModel load(Path file, ImportOptions options) {
    Path folder = options.baseFolder().orElseGet(() -> file.toAbsolutePath().getParent());
    return of(ModelFile.read(file), file.toString(), options.withBaseFolder(folder));
  }

  /**
   * Imports a model that has no second files.
   *
   * @param name for messages
   * @throws OnnxException as {@link #load}
   */
  public static OnnxModel parse(byte[] bytes, String name) {
    return parse(bytes, name, ImportOptions.defaults());
  }

  /**
   * @param baseFolder where second files lie
   */
  public static OnnxModel parse(byte[] bytes, String name, Path baseFolder) {
    return parse(bytes, name, ImportOptions.defaults().withBaseFolder(baseFolder));
  }

  /** Second files are only looked for where the options say. */
  public static OnnxModel parse(byte[] bytes, String name, ImportOptions options) {
    return of(ModelFile.parse(bytes, name), name, options);
  }

  /** Reads the stream to its end and leaves it open. */
  public static OnnxModel parse(InputStream bytes, String name, ImportOptions options) {
    try {
      return parse(bytes.readAllBytes(), name, options);
    } catch (IOException e) {
      throw new UnreadableModel(name, e.toString(), e);
    }
  }

  /**
   * Says what a file holds and what of it is not supported. Whatever else would make importing it
   * fail, such as a second file that is missing, is a warning here.
   *
   * @throws UnreadableModel when the file can't be read
   * @throws MalformedModel when it is no ONNX model
   */
  public static ImportReport inspect(Path file) {
    String name = file.toString();
    Inlined inlined = FunctionInliner.inline(ModelFile.read(file), name);
    ModelSurvey survey = ModelSurvey.of(inlined, name, ImportOptions.defaults());
    Path folder = file.toAbsolutePath().getParent();
    TensorDecoder tensors = new TensorDecoder(name, ExternalData.in(folder, 0));
    Importer.judge(inlined.model(), name, tensors, survey.refusals());
    return survey.report();
  }

  private static OnnxModel of(ModelProto file, String name, ImportOptions options) {
    Inlined inlined = FunctionInliner.inline(file, name);
    ModelProto model = inlined.model();
    ModelSurvey survey = ModelSurvey.of(inlined, name, options);
    Overrides overrides = Overrides.of(model, name, options);
    ExternalData external =
        options
            .baseFolder()
            .map(folder -> ExternalData.in(folder, options.mappedBytes()))
            .orElseGet(ExternalData::nowhere);
    TensorDecoder tensors =
        new TensorDecoder(name, external, model.getGraph().getInitializerList());
    NamedGraph graph = Importer.graph(model, name, tensors, overrides, survey.refusals());
    return new OnnxModel(graph, survey.report(graph.outputPorts()), metadata(model));
  }

  private static Map<String, String> metadata(ModelProto model) {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (StringStringEntryProto entry : model.getMetadataPropsList()) {
      metadata.put(entry.getKey(), entry.getValue());
    }
    return Collections.unmodifiableMap(metadata);
  }

  /** The graph; its inputs are those without an initializer, in the file's order. */
  public NamedGraph graph() {
    return graph;
  }

  /** What the model is made of; its outputs are the graph's. */
  public ImportReport report() {
    return report;
  }

  /** Version by domain; the default domain is called {@code ai.onnx}. */
  public Map<String, Long> opsets() {
    return report.opsets();
  }

  /** Name and version of the tool that wrote the file; may be empty. */
  public String producer() {
    return report.producer();
  }

  public long irVersion() {
    return report.irVersion();
  }

  /** What the file says about itself, such as a version, by key. */
  public Map<String, String> metadata() {
    return metadata;
  }
}
