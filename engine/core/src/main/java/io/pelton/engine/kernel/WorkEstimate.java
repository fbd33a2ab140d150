package io.pelton.engine.kernel;

import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ConvOp.PoolWithIndices;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.OpKind;
import java.util.EnumSet;
import java.util.Set;

/**
 * What each op asks for, whatever the kernel: a table that has a row for every {@link OpKind}.
 * Operands are read once and outputs written once; what counts as one operation is coarse.
 */
final class WorkEstimate {
  /** A polynomial with its range reduction. */
  static final int POLYNOMIAL = 16;

  /** Hashing or searching one element. */
  private static final int SEARCH = 32;

  /** No kernel runs, or what it does is priced elsewhere, as transfers are. */
  private static final Set<OpKind> FREE =
      EnumSet.of(
          OpKind.INPUT,
          OpKind.CONST,
          OpKind.SHAPE,
          OpKind.ALLOC,
          OpKind.RELEASE,
          OpKind.MOVE,
          OpKind.IF,
          OpKind.LOOP,
          OpKind.SCAN);

  private interface Flops {
    long of(NodeExtents node);
  }

  private record PerOutput(int weight) implements Flops {
    @Override
    public long of(NodeExtents node) {
      return Work.product(weight, node.outputElements(0));
    }
  }

  private record PerInput(int weight) implements Flops {
    @Override
    public long of(NodeExtents node) {
      return Work.product(weight, node.elements(0));
    }
  }

  private WorkEstimate() {}

  static Work of(NodeExtents node) {
    OpKind kind = node.op().kind();
    return node.op().isView() || FREE.contains(kind)
        ? Work.NONE
        : new Work(flops(kind).of(node), bytesRead(kind, node), bytesWritten(kind, node));
  }

  private static Flops flops(OpKind kind) {
    return switch (kind) {
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
          NARROW,
          CONCAT,
          GATHER,
          GATHER_ELEMENTS,
          GATHER_SLICES,
          BIND_LENGTH,
          COPY,
          BIT_CAST,
          WRITE_SLICE,
          ZERO_FILL,
          RELEASE,
          MOVE,
          ALLOC,
          BRANCH,
          ARRAY_FEATURE_EXTRACTOR,
          FEATURE_VECTORIZER,
          ZIP_MAP,
          IF,
          LOOP,
          SCAN ->
          new PerOutput(0);
      case NOT,
          RELU,
          NEG,
          ABS,
          FLOOR,
          CEIL,
          SIGN,
          ROUND,
          CAST,
          ADD,
          SUB,
          MUL,
          MIN,
          MAX,
          AND,
          OR,
          XOR,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          EQUAL,
          LESS,
          GREATER,
          LESS_OR_EQUAL,
          GREATER_OR_EQUAL,
          WHERE,
          CLIP,
          BINARIZER,
          IMPUTER,
          IOTA,
          SCATTER_ELEMENTS,
          SCATTER_SLICES ->
          new PerOutput(1);
      case DEQUANTIZE -> new PerOutput(2);
      case DIV, FMOD, RECIPROCAL, SQRT, QUANTIZE -> new PerOutput(4);
      case SIGMOID, TANH, EXP, LOG, ERF, SOFTPLUS, GELU -> new PerOutput(POLYNOMIAL);
      case SIN, COS, TAN, ASIN, ACOS, ATAN -> new PerOutput(POLYNOMIAL);
      case SINH, COSH, ASINH, ACOSH, ATANH -> new PerOutput(2 * POLYNOMIAL);
      case RANDOM_UNIFORM, BERNOULLI, DROPOUT -> new PerOutput(POLYNOMIAL);
      case RANDOM_NORMAL -> new PerOutput(4 * POLYNOMIAL);
      case MULTINOMIAL ->
          node ->
              Work.sum(
                  Work.product(POLYNOMIAL, node.elements(0)),
                  Work.product(SEARCH, node.outputElements(0)));
      case POW -> new PerOutput(2 * POLYNOMIAL);
      case IN_PLACE -> node -> flops(((InPlace) node.op()).unary()).of(node);
      case FUSED_ELEMENTWISE -> WorkEstimate::program;
      case REDUCE_SUM,
          REDUCE_MEAN,
          REDUCE_MAX,
          REDUCE_MIN,
          REDUCE_PROD,
          CUM_SUM,
          CUM_PROD,
          ARG_MAX,
          TOP_K,
          NON_ZERO_INDICES ->
          new PerInput(1);
      case DET -> WorkEstimate::determinant;
      case SCALER, BATCH_NORM -> new PerInput(2);
      case NORMALIZER -> new PerInput(3);
      case DYNAMIC_QUANTIZE -> new PerInput(6);
      case LAYER_NORM, RMS_NORM -> new PerInput(8);
      case SOFTMAX -> new PerInput(POLYNOMIAL + 4);
      case ONE_HOT_ENCODER,
          LABEL_ENCODER,
          DISTINCT_SLICES,
          SELECT_BOXES,
          STRING_CONCAT,
          REGEX_FULL_MATCH,
          STRING_NORMALIZER,
          STRING_SPLIT_COUNTS,
          STRING_SPLIT,
          TF_IDF ->
          new PerInput(SEARCH);
      case MATMUL, GEMM, DENSE, MATMUL_INTEGER, QUANTIZED_DENSE -> ProductWork::product;
      case GROUPED_MATMUL -> ProductWork::grouped;
      case CONV, CONV_INTEGER -> node -> ProductWork.convolution(node, 1);
      case QUANTIZED_CONV -> node -> ProductWork.convolution(node, 3);
      case MAX_POOL, AVERAGE_POOL, SUM_POOL -> WorkEstimate::pooling;
      case MAX_POOL_WITH_INDICES -> WorkEstimate::poolingWithIndices;
      case CONV_TRANSPOSE -> ProductWork::spreading;
      case COLUMNS_TO_IMAGE, MAX_UNPOOL -> new PerInput(1);
      case DFT, STFT, MEL_WEIGHTS -> new PerOutput(POLYNOMIAL);
      case RESAMPLE -> new PerOutput(4);
      case GRID_SAMPLE, ROI_ALIGN, MAX_ROI_POOL -> new PerOutput(16);
      case AFFINE_GRID -> new PerOutput(6);
      case DEFORM_CONV -> node -> ProductWork.convolution(node, 1);
      case ATTENTION -> ProductWork::attention;
      case RNN, GRU, LSTM -> ProductWork::recurrent;
      case EMBEDDING_SUM, EMBEDDING_BAG -> WorkEstimate::tableElements;
      case FEATURE_PIPELINE ->
          node ->
              Work.product(
                  2, ((FeaturePipeline) node.op()).stages().size(), node.outputElements(0));
      case TREE_CLASSIFIER,
          TREE_REGRESSOR,
          TREE_ENSEMBLE,
          LINEAR_CLASSIFIER,
          LINEAR_REGRESSOR,
          SVM_CLASSIFIER,
          SVM_REGRESSOR ->
          ModelWork::flops;
      case SCORING_PIPELINE -> ModelWork::pipeline;
    };
  }

  private static long program(NodeExtents node) {
    long flops = 0;
    for (Instruction instruction : ((FusedOp.Elementwise) node.op()).program().instructions()) {
      flops = Work.sum(flops, flops(instruction.kind()).of(node));
    }
    return flops;
  }

  /** A multiply-add for each element, for a third of the rows. */
  private static long determinant(NodeExtents node) {
    long[] dims = node.dims(0);
    return Work.product(node.elements(0), dims[dims.length - 1]);
  }

  private static long pooling(NodeExtents node) {
    return pooling(node, ((Pool) node.op()).lengths());
  }

  private static long poolingWithIndices(NodeExtents node) {
    return pooling(node, ((PoolWithIndices) node.op()).lengths());
  }

  private static long pooling(NodeExtents node, Iterable<Integer> lengths) {
    long flops = node.outputElements(0);
    for (int length : lengths) {
      flops = Work.product(flops, length);
    }
    return flops;
  }

  /** What an embedding picks from its tables. */
  private static long tableElements(NodeExtents node) {
    if (node.op().kind() == OpKind.EMBEDDING_BAG) {
      long[] table = node.dims(0);
      return Work.product(node.elements(1), table[table.length - 1]);
    }
    return Work.product(node.operands() / 2, node.outputElements(0));
  }

  /** Of tables, only what the indices ask for; of a target, nothing. */
  private static long bytesRead(OpKind kind, NodeExtents node) {
    if (kind == OpKind.GATHER || kind == OpKind.GATHER_ELEMENTS || kind == OpKind.GATHER_SLICES) {
      return Work.sum(node.bytesWritten(), node.bytes(1));
    }
    if (kind == OpKind.EMBEDDING_SUM || kind == OpKind.EMBEDDING_BAG) {
      return embeddingBytes(node);
    }
    if (kind == OpKind.WRITE_SLICE) {
      return node.bytes(1);
    }
    if (kind == OpKind.GROUPED_MATMUL) {
      return ProductWork.groupedBytes(node);
    }
    return kind == OpKind.ZERO_FILL ? 0 : node.bytesRead();
  }

  private static long embeddingBytes(NodeExtents node) {
    boolean isBag = node.op().kind() == OpKind.EMBEDDING_BAG;
    long bytes = Work.product(tableElements(node), node.dtype(0).bits()) / Byte.SIZE;
    for (int i = isBag ? 1 : node.operands() / 2; i < node.operands(); i++) {
      bytes = Work.sum(bytes, node.bytes(i));
    }
    return bytes;
  }

  private static long bytesWritten(OpKind kind, NodeExtents node) {
    return kind == OpKind.WRITE_SLICE ? node.bytes(1) : node.bytesWritten();
  }
}
