package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.onnx.op.OnnxNode;
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
import java.util.stream.Collectors;

/** Looks a model over without importing it: what it holds and what of it is not supported. */
final class ModelSurvey {
  /** The newest version of the file format whose changes are known. */
  private static final long NEWEST_IR_VERSION = 13;

  private final ModelProto model;
  private final String name;
  private final ImportOptions options;
  private final OperatorTable operators = OperatorTable.standard();
  private final OpsetImports opsets;
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<UnsupportedNode> unsupported = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private final ValueTypes types;
  private List<Port> inputs = List.of();

  private ModelSurvey(ModelProto model, String name, ImportOptions options) {
    this.model = model;
    this.name = name;
    this.options = options;
    this.types = new ValueTypes(name, warnings::add);
    this.opsets = OpsetImports.of(model, name);
  }

  static ModelSurvey of(ModelProto model, String name, ImportOptions options) {
    ModelSurvey survey = new ModelSurvey(model, name, options);
    survey.visitGraphs();
    survey.checkVersion();
    survey.inputs = survey.ports(survey.openInputs());
    survey.checkFeatures();
    return survey;
  }

  /** Every node that can't be imported. */
  List<UnsupportedNode> unsupported() {
    return unsupported;
  }

  /** With the outputs as the file declares them. */
  ImportReport report() {
    return report(ports(model.getGraph().getOutputList()));
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
        outputs,
        unsupported,
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
    Optional<String> reason = unsupportedReason(domain, op, opset);
    if (reason.isPresent()) {
      unsupported.add(new UnsupportedNode(OnnxNode.name(node), op, domain, opset, reason.get()));
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

  /** What importing refuses although every operator is known. */
  private void checkFeatures() {
    for (Port input : inputs) {
      if (!(input.type() instanceof TensorType)) {
        warnings.add("input '" + input.name() + "' is no tensor, which can't be imported");
      }
    }
  }

  private List<ValueInfoProto> openInputs() {
    Set<String> initialized =
        model.getGraph().getInitializerList().stream()
            .map(TensorProto::getName)
            .collect(Collectors.toSet());
    model.getGraph().getSparseInitializerList().stream()
        .map(tensor -> tensor.getValues().getName())
        .forEach(initialized::add);
    return model.getGraph().getInputList().stream()
        .filter(input -> !initialized.contains(input.getName()))
        .toList();
  }

  private List<Port> ports(List<ValueInfoProto> values) {
    List<Port> ports = new ArrayList<>();
    for (ValueInfoProto value : values) {
      try {
        ports.add(new Port(value.getName(), types.of(value)));
      } catch (UnsupportedFeature e) {
        warnings.add(e.what() + " is not listed: " + e.reason());
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
