package io.pelton.onnx.oracle.operator;

import io.pelton.onnx.op.OperatorTable;
import java.util.List;
import java.util.Map;

/**
 * Versions of an operator set in which nodes are drawn.
 *
 * @param first the oldest that has the operator, but no older than what is supported
 * @param newest the newest that the peer reads, or that which brought the operator
 */
record Opsets(long first, long newest) {
  private static final long OLDEST = 6;
  private static final long PEERS_NEWEST = 25;

  /** The last versions of operators that were given up then. */
  private static final Map<String, Long> LAST =
      Map.of(
          "Scatter",
          10L,
          "Upsample",
          9L,
          "TreeEnsembleClassifier",
          4L,
          "TreeEnsembleRegressor",
          4L);

  static Opsets of(OperatorDraw draw) {
    List<Long> versions = OperatorTable.standard().versions(draw.domain()).get(draw.op());
    long since = versions.get(0);
    long last = versions.get(versions.size() - 1);
    if (!draw.domain().equals(OperatorTable.ONNX)) {
      long newest = OperatorTable.standard().newest(draw.domain());
      return new Opsets(since, LAST.getOrDefault(draw.op(), newest));
    }
    long newest = LAST.getOrDefault(draw.op(), Math.max(PEERS_NEWEST, last));
    return new Opsets(Math.max(OLDEST, since), newest);
  }
}
