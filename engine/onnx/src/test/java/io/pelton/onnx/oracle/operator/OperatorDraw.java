package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.oracle.Draw;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How nodes of an operator are drawn.
 *
 * @param dtypes those that can be asked for; of an operator with several typed operands, those of
 *     its main one
 * @param withoutPeer why the peer's outputs can't be compared; empty where they are
 * @param nodes draws them
 */
record OperatorDraw(
    String domain, String op, Set<DType> dtypes, Optional<String> withoutPeer, NodeDraw nodes) {

  /**
   * The same node for the same seed; of the newest version for seed 0, of any for others.
   *
   * @param first oldest version of the operator set to draw
   * @param newest likewise
   */
  NodeCase make(long seed, long first, long newest) {
    Draw draw = draw(seed);
    long opset = seed == 0 ? newest : draw.between((int) first, (int) newest);
    return make(draw, opset, draw.one(List.copyOf(dtypes)), seed);
  }

  /** A node of that version and dtype. */
  NodeCase make(long seed, long opset, DType dtype) {
    return make(draw(seed), opset, dtype, seed);
  }

  private NodeCase make(Draw draw, long opset, DType dtype, long seed) {
    NodeCase made = new NodeCase(domain, op, opset, dtype, draw, this + " case " + seed);
    nodes.draw(made);
    return made;
  }

  private Draw draw(long seed) {
    return new Draw(31 * seed + toString().hashCode());
  }

  @Override
  public String toString() {
    return domain.equals("ai.onnx") ? op : domain + "." + op;
  }
}
