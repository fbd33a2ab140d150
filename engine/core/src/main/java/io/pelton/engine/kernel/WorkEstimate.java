package io.pelton.engine.kernel;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.tensor.Tensor;

/**
 * What each op asks for, whatever the kernel: a table that has a row for every {@link OpKind}.
 * Operands are read once and outputs written once; what counts as one operation is coarse.
 */
final class WorkEstimate {
  /** A polynomial with its range reduction. */
  private static final int POLYNOMIAL = 16;

  /** Hashing or searching one element. */
  private static final int SEARCH = 32;

  /** Following one branch of a tree: a load that misses the cache weighs as much. */
  private static final int BRANCH = 8;

  /** Operand of a quantized convolution. */
  private static final int QUANTIZED_WEIGHTS = 3;

  private WorkEstimate() {}

  static Work of(NodeExtents node) {
    Op op = node.op();
    if (op instanceof SourceOp || op.isView() || op.kind() == OpKind.SHAPE) {
      return Work.NONE;
    }
    return new Work(flops(node), bytesRead(node), bytesWritten(node));
  }

  /** Of tables, only what the indices ask for; of what is rewritten, nothing. */
  private static long bytesRead(NodeExtents node) {
    return switch (node.op().kind()) {
      case GATHER -> Work.sum(node.bytesWritten(), node.bytes(1));
      case EMBEDDING_SUM -> Work.product(node.operands() / 2, node.bytesWritten());
      case EMBEDDING_BAG -> Work.sum(Work.product(bag(node), node.bytesWritten()), node.bytes(1));
      case WRITE_SLICE -> node.bytes(1);
      case ZERO_FILL -> 0;
      default -> node.bytesRead();
    };
  }

  private static long bytesWritten(NodeExtents node) {
    return node.op().kind() == OpKind.WRITE_SLICE ? node.bytes(1) : node.bytesWritten();
  }

  /** Table rows that one bag adds up. */
  private static long bag(NodeExtents node) {
    long[] indices = node.dims(1);
    return indices.length == 0 ? 1 : indices[indices.length - 1];
  }

  /** Twice the elements of one filter for each output element. */
  private static long convolution(NodeExtents node, int weights) {
    long[] filters = node.dims(weights).clone();
    filters[0] = 2;
    return Work.product(Work.product(filters), node.outputElements(0));
  }

  /** Two products and a softmax over all pairs of queries and keys. */
  private static long attention(NodeExtents node) {
    long keys = node.dims(1)[2];
    long scores = Work.product(node.outputElements(0) / Math.max(1, node.dims(2)[3]), keys);
    long perScore = 2 * node.dims(0)[3] + 2 * node.dims(2)[3] + POLYNOMIAL;
    return Work.product(scores, perScore);
  }

  private static long flops(NodeExtents node) {
    return switch (node.op().kind()) {
      case INPUT,
          CONST,
          IDENTITY,
          SHAPE,
          RESHAPE,
          FLATTEN,
          SQUEEZE,
          UNSQUEEZE,
          TRANSPOSE,
          EXPAND,
          SLICE,
          CONCAT,
          GATHER,
          COPY,
          MOVE,
          RELEASE,
          ALLOC,
          IOTA,
          ZERO_FILL,
          WRITE_SLICE,
          BRANCH,
          ARRAY_FEATURE_EXTRACTOR,
          FEATURE_VECTORIZER,
          ZIP_MAP ->
          0;
      case NOT,
          RELU,
          NEG,
          ABS,
          FLOOR,
          CEIL,
          SIGN,
          CAST,
          ADD,
          SUB,
          MUL,
          MIN,
          MAX,
          AND,
          OR,
          XOR,
          EQUAL,
          LESS,
          GREATER,
          LESS_OR_EQUAL,
          GREATER_OR_EQUAL,
          WHERE,
          CLIP,
          BINARIZER,
          IMPUTER ->
          node.outputElements(0);
      case DIV, RECIPROCAL, SQRT -> Work.product(4, node.outputElements(0));
      case SIGMOID, TANH, EXP, LOG, ERF, SOFTPLUS, GELU ->
          Work.product(POLYNOMIAL, node.outputElements(0));
      case POW -> Work.product(2, POLYNOMIAL, node.outputElements(0));
      case IN_PLACE -> Work.product(POLYNOMIAL, node.outputElements(0));
      case FUSED_ELEMENTWISE -> Work.product(POLYNOMIAL, node.outputElements(0));
      case REDUCE_SUM, REDUCE_MEAN, REDUCE_MAX, REDUCE_MIN, ARG_MAX, NON_ZERO_INDICES ->
          node.elements(0);
      case QUANTIZE, DEQUANTIZE, DYNAMIC_QUANTIZE -> Work.product(4, node.elements(0));
      case SCALER, BATCH_NORM -> Work.product(2, node.elements(0));
      case NORMALIZER -> Work.product(3, node.elements(0));
      case LAYER_NORM, RMS_NORM -> Work.product(8, node.elements(0));
      case SOFTMAX -> Work.product(POLYNOMIAL + 4, node.elements(0));
      case MATMUL, GEMM, DENSE, MATMUL_INTEGER, QUANTIZED_DENSE -> product(node);
      case CONV, CONV_INTEGER -> convolution(node, 1);
      case QUANTIZED_CONV -> convolution(node, QUANTIZED_WEIGHTS);
      case ATTENTION -> attention(node);
      case EMBEDDING_SUM -> Work.product(node.operands() / 2, node.outputElements(0));
      case EMBEDDING_BAG -> Work.product(bag(node), node.outputElements(0));
      case FEATURE_PIPELINE ->
          Work.product(2, ((FeaturePipeline) node.op()).stages().size(), node.outputElements(0));
      case ONE_HOT_ENCODER, LABEL_ENCODER -> Work.product(SEARCH, node.elements(0));
      case TREE_CLASSIFIER -> forest(node, ((TreeClassifier) node.op()).forest());
      case TREE_REGRESSOR -> forest(node, ((TreeRegressor) node.op()).forest());
      case LINEAR_CLASSIFIER -> linear(node, ((LinearClassifier) node.op()).coefficients());
      case LINEAR_REGRESSOR -> linear(node, ((LinearRegressor) node.op()).coefficients());
      case SVM_CLASSIFIER -> vectors(node, ((SvmClassifier) node.op()).vectors());
      case SVM_REGRESSOR -> vectors(node, ((SvmRegressor) node.op()).vectors());
    };
  }

  /** Twice the inner length for each element; a third operand adds two. */
  private static long product(NodeExtents node) {
    long[] left = node.dims(0);
    boolean isTransposed = node.op() instanceof Gemm gemm && gemm.transposeA();
    long inner = left[isTransposed ? 0 : left.length - 1];
    long products = Work.product(2, inner, node.outputElements(0));
    return node.reads(2) ? Work.sum(products, Work.product(2, node.outputElements(0))) : products;
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
    return Work.sum(
        compared, Work.product(POLYNOMIAL, rows(node), vectors.vectors().layout().dim(0)));
  }

  private static long rows(NodeExtents node) {
    long[] dims = node.dims(0);
    return dims.length == 2 ? dims[0] : 1;
  }
}
