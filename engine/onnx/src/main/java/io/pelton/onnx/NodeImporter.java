package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import io.pelton.engine.graph.ValueId;
import io.pelton.onnx.op.BodyImporter;
import io.pelton.onnx.op.OnnxNode;
import io.pelton.onnx.op.OperatorTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Adds the nodes of one graph of a model to the engine's. A node that can't be imported is refused;
 * one that reads what is not known because of that is left out. Both leave open values.
 */
final class NodeImporter {
  private final ModelSource source;
  private final Scope scope;
  private final OpenValues open;
  private final BodyImporter bodies;
  private final BiConsumer<String, GraphProto> judge;

  /**
   * @param bodies imports graphs of nodes
   * @param judge looks at a graph, with a name for messages, of a node that is not imported
   */
  NodeImporter(
      ModelSource source,
      Scope scope,
      OpenValues open,
      BodyImporter bodies,
      BiConsumer<String, GraphProto> judge) {
    this.source = source;
    this.scope = scope;
    this.open = open;
    this.bodies = bodies;
    this.judge = judge;
  }

  /**
   * @throws InvalidNode when it breaks its operator's rules and nothing has been refused before
   */
  void add(NodeProto node) {
    if (!isImported(node)) {
      judgeBodies(node);
      open.define(node);
    }
  }

  private boolean isImported(NodeProto node) {
    if (source.refusals().contains(node)
        || node.getInputList().stream().anyMatch(scope::isUnknown)) {
      return false;
    }
    long opset = source.opsets().version(node.getDomain());
    try {
      translate(node, opset);
      return true;
    } catch (UnsupportedNodes e) {
      e.nodes().forEach(refused -> source.refusals().add(node, opset, refused.reason()));
    } catch (UnsupportedFeature e) {
      source.refusals().add(node, opset, e.what() + ": " + e.reason());
    } catch (InvalidNode e) {
      source.refusals().note(e);
    } catch (UnjudgedBody e) {
      return false; // its own nodes have been refused
    }
    return false;
  }

  private void translate(NodeProto node, long opset) {
    List<ValueId> operands = new ArrayList<>();
    for (String input : node.getInputList()) {
      operands.add(input.isEmpty() ? ValueId.ABSENT : scope.find(input));
    }
    List<ValueId> outputs =
        OperatorTable.standard()
            .translate(
                new OnnxNode(
                    scope.graph(), source.name(), node, opset, operands, source.tensors(), bodies));
    checkOutputs(node, opset, outputs.size());
    for (int slot = 0; slot < node.getOutputCount(); slot++) {
      if (!node.getOutput(slot).isEmpty()) {
        scope.define(node.getOutput(slot), outputs.get(slot));
      }
    }
  }

  private static void checkOutputs(NodeProto node, long opset, int outputs) {
    for (String output : node.getOutputList().stream().skip(outputs).toList()) {
      if (!output.isEmpty()) {
        throw new InvalidNode(
            OnnxNode.name(node),
            node.getOpType(),
            OperatorTable.domain(node.getDomain()),
            opset,
            "it has " + outputs + " outputs but '" + output + "' is one more");
      }
    }
  }

  private void judgeBodies(NodeProto node) {
    for (AttributeProto attribute : node.getAttributeList()) {
      String name = OnnxNode.name(node) + "." + attribute.getName();
      if (attribute.hasG()) {
        judge.accept(name, attribute.getG());
      }
      attribute.getGraphsList().forEach(graph -> judge.accept(name, graph));
    }
  }
}
