package io.pelton.onnx;

import io.pelton.engine.graph.NamedGraph.Port;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a model is made of and how much of it can be imported.
 *
 * @param model the file or the name that the caller gave
 * @param irVersion of the file format
 * @param producer name and version of the tool that wrote the file; may be empty
 * @param opsets version by domain; the default domain is called {@code ai.onnx}
 * @param opCounts nodes by operator, those of inner graphs included, most frequent first; operators
 *     outside of {@code ai.onnx} are called {@code domain::Op}
 * @param inputs as the file declares them, without those that have an initializer unless it is
 *     opened
 * @param overridable inputs that have an initializer, which {@link ImportOptions} may override or
 *     open
 * @param outputs of an imported model, as they were inferred; else as the file declares them
 * @param unsupported every node that can't be imported, in the file's order
 * @param unsupportedParts what else can't be imported, such as the type of an input
 * @param warnings what was accepted although it is odd
 */
public record ImportReport(
    String model,
    long irVersion,
    String producer,
    Map<String, Long> opsets,
    Map<String, Integer> opCounts,
    List<Port> inputs,
    List<Port> overridable,
    List<Port> outputs,
    List<UnsupportedNode> unsupported,
    List<UnsupportedPart> unsupportedParts,
    List<String> warnings) {
  public ImportReport {
    opsets = Collections.unmodifiableMap(new LinkedHashMap<>(opsets));
    opCounts = Collections.unmodifiableMap(new LinkedHashMap<>(opCounts));
    inputs = List.copyOf(inputs);
    overridable = List.copyOf(overridable);
    outputs = List.copyOf(outputs);
    unsupported = List.copyOf(unsupported);
    unsupportedParts = List.copyOf(unsupportedParts);
    warnings = List.copyOf(warnings);
  }
}
