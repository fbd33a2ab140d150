package io.pelton.onnx.op;

import io.pelton.engine.graph.ValueId;
import java.util.List;

/** How the nodes of one operator, in a range of its versions, become nodes of the engine. */
@FunctionalInterface
interface Translation {
  /**
   * Adds engine nodes to the node's graph.
   *
   * @return the values of the node's outputs, in order
   */
  List<ValueId> translate(OnnxNode node);
}
