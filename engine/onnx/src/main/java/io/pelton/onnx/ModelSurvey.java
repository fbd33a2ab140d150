package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.onnx.FunctionInliner.Inlined;
import io.pelton.onnx.op.OperatorTable;
import io.pelton.onnx.proto.ValueTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Looks a model over without importing it: what it holds and what of it is not supported. */
final class ModelSurvey {
  /** The newest version of the file format whose changes are known. */
  private static final long NEWEST_IR_VERSION = 13;

  private final ModelProto model;
  private final Map<NodeProto, String> refusedCalls;
  private final String name;
  private final ImportOptions options;
  private final OperatorTable operators = OperatorTable.standard();
  private final OpsetImports opsets;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Refusals refusals;
  private final Set<String> warnings = new LinkedHashSet<>();
  private final ValueTypes types;
  private List<Port> inputs = List.of();
  private List<Port> overridable = List.of();

  private ModelSurvey(Inlined inlined, String name, ImportOptions options) {
    this.model = inlined.model();
    this.refusedCalls = inlined.refused();
    this.name = name;
    this.options = options;
    this.types = new ValueTypes(name, warnings::add);
    this.opsets = OpsetImports.of(model, name);
    this.refusals = new Refusals(model.getGraph(), name);
  }

  static ModelSurvey of(Inlined inlined, String name, ImportOptions options) {
    ModelSurvey survey = new ModelSurvey(inlined, name, options);
    survey.visitGraphs();
    survey.checkVersion();
    survey.inputs = survey.ports(survey.inputs(), left -> {}); // importing refuses the model
    survey.overridable = survey.ports(Overrides.overridable(survey.model), survey.warnings::add);
    return survey;
  }

  /** The nodes of operators that are not known; whoever imports the model adds the rest. */
  Refusals refusals() {
    return refusals;
  }

  /** With the outputs as the file declares them. */
  ImportReport report() {
    refusals.error().ifPresent(error -> warnings.add("importing fails: " + error.getMessage()));
    return report(ports(model.getGraph().getOutputList(), warnings::add));
  }

  /** With the outputs as they turned out to be. */
  ImportReport report(List<Port> outputs) {
    return new ImportReport(
        name,
        model.getIrVersion(),
        (model.getProducerName() + " " + model.getProducerVersion()).strip(),
        opsets.versions(),
        sortedCounts(),
        inputs,
        overridable,
        outputs,
        refusals.nodes(),
        refusals.parts(),
        List.copyOf(warnings));
  }

  /** Graphs in attributes, such as the branches of If, hold nodes, too. */
  private void visitGraphs() {
    Deque<GraphProto> open = new ArrayDeque<>();
    open.add(model.getGraph());
    while (!open.isEmpty()) {
      for (NodeProto node : open.remove().getNodeList()) {
        visit(node);
        for (AttributeProto attribute : node.getAttributeList()) {
          if (attribute.hasG()) {
            open.add(attribute.getG());
          }
          open.addAll(attribute.getGraphsList());
        }
      }
    }
  }

  private void visit(NodeProto node) {
    String domain = OperatorTable.domain(node.getDomain());
    String op = node.getOpType();
    counts.merge(domain.equals(OperatorTable.ONNX) ? op : domain + "::" + op, 1, Integer::sum);
    long opset = opsets.version(domain);
    Optional<String> reason =
        Optional.ofNullable(refusedCalls.get(node)).or(() -> unsupportedReason(domain, op, opset));
    if (reason.isPresent()) {
      refusals.add(node, opset, reason.get());
    } else if (operators.isNewer(domain, opset)) {
      warnings.add(newer(domain, opset) + "; its operators are taken to mean the same");
    }
  }

  private Optional<String> unsupportedReason(String domain, String op, long opset) {
    Optional<String> reason = operators.unsupported(domain, op, opset);
    boolean isTooNew = !options.acceptsNewerOpsets() && operators.isNewer(domain, opset);
    return reason.isEmpty() && isTooNew ? Optional.of(newer(domain, opset)) : reason;
  }

  private String newer(String domain, long opset) {
    return "opset "
        + opset
        + " of "
        + domain
        + " is newer than "
        + operators.newest(domain)
        + ", the newest known one";
  }

  private void checkVersion() {
    if (model.getIrVersion() > NEWEST_IR_VERSION) {
      warnings.add(
          "IR version " + model.getIrVersion() + " is newer than the known " + NEWEST_IR_VERSION);
    }
  }

  private List<ValueInfoProto> inputs() {
    Set<String> given = Overrides.initialized(model.getGraph());
    given.removeAll(options.opened());
    return model.getGraph().getInputList().stream()
        .filter(input -> !given.contains(input.getName()))
        .toList();
  }

  /**
   * @param warnings of types that are left out because they are not supported
   */
  private List<Port> ports(List<ValueInfoProto> values, Consumer<String> warnings) {
    List<Port> ports = new ArrayList<>();
    for (ValueInfoProto value : values) {
      try {
        ports.add(new Port(value.getName(), types.of(value)));
      } catch (UnsupportedFeature e) {
        warnings.accept(e.what() + " is not listed: " + e.reason());
      }
    }
    return ports;
  }

  private Map<String, Integer> sortedCounts() {
    Map<String, Integer> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }
}
