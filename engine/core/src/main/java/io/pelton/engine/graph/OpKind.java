package io.pelton.engine.graph;

import java.util.Locale;

/** Names an op. The first part of every binding key. */
public enum OpKind {
  // sources
  INPUT,
  CONST,
  // elementwise, one operand
  IDENTITY,
  NOT,
  RELU,
  SIGMOID,
  TANH,
  NEG,
  ABS,
  RECIPROCAL,
  SQRT,
  EXP,
  LOG,
  ERF,
  FLOOR,
  CEIL,
  SIGN,
  SOFTPLUS,
  GELU,
  CAST,
  // elementwise, several operands
  ADD,
  SUB,
  MUL,
  DIV,
  POW,
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
  // a chain or tree of elementwise ops in one loop
  FUSED_ELEMENTWISE,
  // along axes
  REDUCE_SUM,
  REDUCE_MEAN,
  REDUCE_MAX,
  REDUCE_MIN,
  ARG_MAX,
  TOP_K,
  SOFTMAX,
  // normalization
  BATCH_NORM,
  LAYER_NORM,
  RMS_NORM,
  // shape and indexing
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
  // packing of a view, or of memory in another space
  COPY,
  NON_ZERO_INDICES,
  // over the memory of an operand
  WRITE_SLICE,
  ZERO_FILL,
  IN_PLACE,
  RELEASE,
  MOVE,
  // without operands
  IOTA,
  ALLOC,
  // on numbers that a run draws
  RANDOM_UNIFORM,
  RANDOM_NORMAL,
  BERNOULLI,
  MULTINOMIAL,
  DROPOUT,
  // alternative ways to one value
  BRANCH,
  // products
  MATMUL,
  GEMM,
  DENSE,
  GROUPED_MATMUL,
  CONV,
  MAX_POOL,
  AVERAGE_POOL,
  ATTENTION,
  RNN,
  GRU,
  LSTM,
  // quantized tensors
  QUANTIZE,
  DEQUANTIZE,
  DYNAMIC_QUANTIZE,
  MATMUL_INTEGER,
  CONV_INTEGER,
  QUANTIZED_DENSE,
  QUANTIZED_CONV,
  // sums of table rows
  EMBEDDING_SUM,
  EMBEDDING_BAG,
  // tabular
  TREE_CLASSIFIER,
  TREE_REGRESSOR,
  TREE_ENSEMBLE,
  LINEAR_CLASSIFIER,
  LINEAR_REGRESSOR,
  SVM_CLASSIFIER,
  SVM_REGRESSOR,
  SCALER,
  IMPUTER,
  NORMALIZER,
  BINARIZER,
  ONE_HOT_ENCODER,
  LABEL_ENCODER,
  ARRAY_FEATURE_EXTRACTOR,
  FEATURE_VECTORIZER,
  FEATURE_PIPELINE,
  SCORING_PIPELINE,
  ZIP_MAP,
  // strings
  STRING_CONCAT,
  REGEX_FULL_MATCH,
  STRING_NORMALIZER,
  STRING_SPLIT_COUNTS,
  STRING_SPLIT,
  TF_IDF,
  // over graphs of their own
  IF,
  LOOP,
  SCAN;

  /** {@code ARG_MAX} as {@code ArgMax}. */
  public String label() {
    StringBuilder label = new StringBuilder();
    for (String word : name().split("_", -1)) {
      label.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return label.toString();
  }
}
