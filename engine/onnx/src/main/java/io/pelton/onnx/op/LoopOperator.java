package io.pelton.onnx.op;

import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.op.BodyImporter.Body;
import io.pelton.onnx.op.BodyImporter.Feed;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.List;

/**
 * Loop. Shapes of carried values may change from iteration to iteration: what the body does not
 * declare of them is their rank at most, where the body keeps it.
 */
final class LoopOperator {
  private static final int FIRST = Loop.FIRST_CARRIED;

  /** Deeper loops are not imported twice, or hostile files could make that exponential. */
  private static final int DEEPEST_RETRY = 3;

  private LoopOperator() {}

  static void addTo(OperatorFamily ops) {
    ops.add("Loop", 1, LoopOperator::loop);
  }

  private static List<ValueId> loop(OnnxNode node) {
    int carried = Math.max(node.count() - FIRST, 0);
    Body body = body(node, carried);
    List<ValueId> operands = new ArrayList<>();
    for (int i = 0; i < FIRST; i++) {
      operands.add(node.has(i) ? node.operand(i) : ValueId.ABSENT);
    }
    for (int i = 0; i < carried; i++) {
      operands.add(node.operand(FIRST + i));
    }
    operands.addAll(body.captures());
    return node.apply(new Loop(body.graph(), carried), operands);
  }

  private static Body body(OnnxNode node, int carried) {
    if (node.depth() <= DEEPEST_RETRY) {
      Body body = node.body("body", feeds(node, carried, true));
      if (keepsRanks(body.graph(), carried)) {
        return body;
      }
    }
    return node.body("body", feeds(node, carried, false));
  }

  private static List<Feed> feeds(OnnxNode node, int carried, boolean keepsRanks) {
    List<Feed> feeds = new ArrayList<>();
    feeds.add(new Feed(ValueType.tensor(DType.I64, Shape.scalar()), true));
    feeds.add(new Feed(ValueType.tensor(DType.BOOL, Shape.scalar()), true));
    for (int i = 0; i < carried; i++) {
      TensorType type = node.tensor(FIRST + i);
      Shape shape = keepsRanks ? type.shape() : Shape.UNRANKED;
      feeds.add(new Feed(ValueType.tensor(type.dtype(), shape), false));
    }
    return feeds;
  }

  private static boolean keepsRanks(NamedGraph body, int carried) {
    List<Port> inputs = body.inputPorts();
    List<Port> outputs = body.outputPorts();
    boolean isKept = true;
    for (int i = 0; i < carried && 1 + i < outputs.size(); i++) {
      if (inputs.get(FIRST + i).type() instanceof TensorType enters
          && outputs.get(1 + i).type() instanceof TensorType leaves
          && enters.shape().isRanked()) {
        isKept &= leaves.shape().isRanked() && leaves.shape().rank() == enters.shape().rank();
      }
    }
    return isKept;
  }
}
