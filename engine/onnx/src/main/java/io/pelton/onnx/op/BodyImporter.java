package io.pelton.onnx.op;

import ai.onnx.proto.OnnxMl.GraphProto;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import java.util.List;

/** Imports the graphs that nodes have as attributes, which may read values from around the node. */
public interface BodyImporter {
  /**
   * What a node feeds to an input of its body.
   *
   * @param type as of the graph around the node
   * @param keepsLengths false where only dtype and rank hold in every iteration
   */
  record Feed(TensorType type, boolean keepsLengths) {}

  /**
   * A graph of its own.
   *
   * @param graph its inputs are the declared ones without an initializer, then the captured values
   * @param captures what feeds the latter, by the graph around the node
   */
  record Body(NamedGraph graph, List<ValueId> captures) {}

  /**
   * @param name for messages
   * @param feeds one for each declared input; they complete the declared types
   */
  Body body(String name, GraphProto proto, List<Feed> feeds);

  /** How many graphs are around the ones that this imports. */
  int depth();
}
