package io.pelton.engine.kernel;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ScoringOp.Classifier;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.Regressor;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeEnsemble;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.tensor.Tensor;

/** Operations of the models that are one op, whose size is in their attributes. */
final class ModelWork {
  /** Following one branch of a tree: a load that misses the cache weighs as much. */
  private static final int BRANCH = 8;

  private ModelWork() {}

  static long flops(NodeExtents node) {
    return flops(node, node.op());
  }

  /** Every stage takes every feature. */
  static long pipeline(NodeExtents node) {
    ScoringPipeline op = (ScoringPipeline) node.op();
    long stages = Work.product(2, rows(node), op.front().stages().size(), features(op.scorer()));
    return Work.sum(stages, flops(node, op.scorer()));
  }

  private static int features(ScoringOp scorer) {
    return scorer instanceof Classifier classifier
        ? classifier.features()
        : ((Regressor) scorer).features();
  }

  private static long flops(NodeExtents node, Op op) {
    if (op instanceof TreeClassifier model) {
      return forest(node, model.forest());
    }
    if (op instanceof TreeRegressor model) {
      return forest(node, model.forest());
    }
    if (op instanceof TreeEnsemble model) {
      return forest(node, model.forest());
    }
    if (op instanceof LinearClassifier model) {
      return linear(node, model.coefficients());
    }
    if (op instanceof LinearRegressor model) {
      return linear(node, model.coefficients());
    }
    return op instanceof SvmClassifier model
        ? vectors(node, model.vectors())
        : vectors(node, ((SvmRegressor) op).vectors());
  }

  /** Trees count as balanced. */
  private static long forest(NodeExtents node, Forest forest) {
    int trees = forest.roots().size();
    int perTree = trees == 0 ? 0 : forest.nodes().size() / trees;
    int depth = Integer.SIZE - Integer.numberOfLeadingZeros(perTree);
    return Work.product(BRANCH, rows(node), trees, depth);
  }

  private static long linear(NodeExtents node, Tensor coefficients) {
    return Work.product(2, rows(node), coefficients.layout().elements());
  }

  private static long vectors(NodeExtents node, SupportVectors vectors) {
    if (vectors.isLinear()) {
      return linear(node, vectors.coefficients());
    }
    long compared = Work.product(2, rows(node), vectors.vectors().layout().elements());
    long weighted =
        Work.product(WorkEstimate.POLYNOMIAL, rows(node), vectors.vectors().layout().dim(0));
    return Work.sum(compared, weighted);
  }

  private static long rows(NodeExtents node) {
    long[] dims = node.dims(0);
    return dims.length == 2 ? dims[0] : 1;
  }
}
