package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The operators of ai.onnx.ml, with its names and meanings. Feature matrices are [N, F] or [F],
 * which counts as one row; every row is scored alone.
 */
public sealed interface TabularOp extends Op {
  private static void checkFeatures(Inference in, int features) {
    Extent columns = columns(in);
    in.check(
        !columns.isFixed() || columns.max() >= features,
        "needs " + features + " features but the input is " + in.shape(0));
  }

  private static Extent columns(Inference in) {
    Shape shape = in.shape(0);
    in.check(shape.rank() == 1 || shape.rank() == 2, "the input should be [N, F] but is " + shape);
    return shape.extent(shape.rank() - 1);
  }

  private static Extent rows(Inference in) {
    Shape shape = in.shape(0);
    in.check(shape.rank() == 1 || shape.rank() == 2, "the input should be [N, F] but is " + shape);
    return shape.rank() == 1 ? Extent.fixed(1) : shape.extent(0);
  }

  private static void checkScorable(Inference in) {
    DType dtype = in.dtype(0);
    boolean admissible =
        dtype == DType.F32 || dtype == DType.F64 || dtype == DType.I64 || dtype == DType.I32;
    in.check(admissible, "the input should be F32, F64, I64 or I32 but is " + dtype);
  }

  /** A single row without a row axis would take the batch for its features. */
  private static boolean isMatrix(Inference in) {
    return in.shape(0).rank() == 2;
  }

  /** Ops with outputs: label [N] of the labels' dtype, scores F32 [N, classes]. */
  sealed interface Classifier extends TabularOp {
    /** One-dimensional, I64 or STRING. */
    Tensor labels();

    /** Columns of the score output. */
    int scores();

    /** Columns that the input must have at least. */
    int features();

    @Override
    default List<DType> dtypes(Inference in) {
      checkScorable(in);
      return List.of(labels().dtype(), DType.F32);
    }

    @Override
    default List<Shape> shapes(Inference in) {
      checkFeatures(in, features());
      return List.of(Shape.of(rows(in)), Shape.of(rows(in), Extent.fixed(scores())));
    }

    @Override
    default boolean isRowwise(Inference in) {
      return isMatrix(in);
    }
  }

  /** Ops with one output F32 [N, targets]. */
  sealed interface Regressor extends TabularOp {
    int targets();

    int features();

    @Override
    default List<DType> dtypes(Inference in) {
      checkScorable(in);
      return List.of(DType.F32);
    }

    @Override
    default List<Shape> shapes(Inference in) {
      checkFeatures(in, features());
      return List.of(Shape.of(rows(in), Extent.fixed(targets())));
    }

    @Override
    default boolean isRowwise(Inference in) {
      return isMatrix(in);
    }
  }

  /**
   * TreeEnsembleClassifier: votes are per class. With two labels and votes for the first class
   * only, that one score decides between both, as the score of the second.
   *
   * @param baseValues F32 or F64, one per class, or one where a single class has votes, or empty
   */
  record TreeClassifier(Forest forest, Tensor labels, Tensor baseValues, PostTransform post)
      implements Classifier {
    @Override
    public OpKind kind() {
      return OpKind.TREE_CLASSIFIER;
    }

    @Override
    public int scores() {
      return Math.max(Math.toIntExact(labels.layout().elements()), 1);
    }

    @Override
    public int features() {
      return forest.features();
    }
  }

  /** How the trees of a regressor are combined. */
  enum Aggregate {
    SUM,
    AVERAGE,
    MIN,
    MAX
  }

  /**
   * TreeEnsembleRegressor.
   *
   * @param baseValues F32 or F64, one per target or empty; added once, after aggregation
   */
  record TreeRegressor(
      Forest forest, int targets, Aggregate aggregate, Tensor baseValues, PostTransform post)
      implements Regressor {
    @Override
    public OpKind kind() {
      return OpKind.TREE_REGRESSOR;
    }

    @Override
    public int features() {
      return forest.features();
    }
  }

  /**
   * LinearClassifier.
   *
   * @param coefficients F32 [classes, features]; one row may decide between two labels
   * @param intercepts F32, one per class or empty
   * @param multiClass whether the model was trained so; without effect on scoring
   */
  record LinearClassifier(
      Tensor coefficients, Tensor intercepts, Tensor labels, PostTransform post, boolean multiClass)
      implements Classifier {
    @Override
    public OpKind kind() {
      return OpKind.LINEAR_CLASSIFIER;
    }

    /** One weight vector scores two labels. */
    @Override
    public int scores() {
      int classes = Math.toIntExact(coefficients.layout().dim(0));
      return classes == 1 && labels.layout().elements() == 2 ? 2 : classes;
    }

    @Override
    public int features() {
      return Math.toIntExact(coefficients.layout().dim(1));
    }
  }

  /**
   * LinearRegressor.
   *
   * @param coefficients F32 [targets, features]
   * @param intercepts F32, one per target or empty
   */
  record LinearRegressor(Tensor coefficients, Tensor intercepts, PostTransform post)
      implements Regressor {
    @Override
    public OpKind kind() {
      return OpKind.LINEAR_REGRESSOR;
    }

    @Override
    public int targets() {
      return Math.toIntExact(coefficients.layout().dim(0));
    }

    @Override
    public int features() {
      return Math.toIntExact(coefficients.layout().dim(1));
    }
  }

  /** SVMClassifier: pairwise (libsvm) or linear, see {@link SupportVectors}. */
  record SvmClassifier(SupportVectors vectors, Tensor labels, PostTransform post)
      implements Classifier {
    @Override
    public OpKind kind() {
      return OpKind.SVM_CLASSIFIER;
    }

    @Override
    public int scores() {
      return vectors.scores(Math.toIntExact(labels.layout().elements()));
    }

    @Override
    public int features() {
      return vectors.features();
    }
  }

  /** SVMRegressor, also one-class. */
  record SvmRegressor(SupportVectors vectors, boolean oneClass, PostTransform post)
      implements Regressor {
    @Override
    public OpKind kind() {
      return OpKind.SVM_REGRESSOR;
    }

    @Override
    public int targets() {
      return 1;
    }

    @Override
    public int features() {
      return vectors.features();
    }
  }

  /** Ops whose output has the input's shape, element by element. */
  sealed interface Mapped extends TabularOp {
    @Override
    default List<Shape> shapes(Inference in) {
      return List.of(in.shape(0));
    }

    /** Where a parameter goes with a column, columns must not be rows. */
    @Override
    default boolean isRowwise(Inference in) {
      return in.shape(0).rank() > 1;
    }
  }

  /** {@code (x - offset) * scale}, to F32; offset and scale have one element or one per column. */
  record Scaler(Tensor offset, Tensor scale) implements Mapped {
    @Override
    public OpKind kind() {
      return OpKind.SCALER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkScorable(in);
      return List.of(DType.F32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Extent columns =
          in.shape(0).rank() == 0 ? Extent.fixed(1) : in.shape(0).extent(in.shape(0).rank() - 1);
      for (Tensor parameter : List.of(offset, scale)) {
        long length = parameter.layout().elements();
        in.check(
            length == 1 || !columns.isFixed() || columns.max() == length,
            "has " + length + " parameters for " + columns + " columns");
      }
      return List.of(in.shape(0));
    }
  }

  /**
   * Replaces a value by another, per column.
   *
   * @param replaced the value that stands for missing, one element; NaN matches NaN
   * @param values one element or one per column, of the input's dtype (F32 or I64)
   */
  record Imputer(Tensor replaced, Tensor values) implements Mapped {
    @Override
    public OpKind kind() {
      return OpKind.IMPUTER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype == values.dtype(), "imputes " + values.dtype() + " but the input is " + dtype);
      return List.of(dtype);
    }
  }

  /** How a row's length is measured. */
  enum Norm {
    MAX,
    L1,
    L2
  }

  /** Scales every row to length 1, to F32. */
  record Normalizer(Norm norm) implements Mapped {
    @Override
    public OpKind kind() {
      return OpKind.NORMALIZER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkScorable(in);
      return List.of(DType.F32);
    }
  }

  /** 1 where {@code x > threshold}, else 0, in the input's dtype. */
  record Binarizer(float threshold) implements Mapped {
    @Override
    public OpKind kind() {
      return OpKind.BINARIZER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkScorable(in);
      return List.of(in.dtype(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return true;
    }
  }

  /**
   * One more axis, with a 1 at the category's place, to F32.
   *
   * @param categories one-dimensional, I64 or STRING
   * @param zeros an unknown category gives zeros; otherwise it is refused
   */
  record OneHotEncoder(Tensor categories, boolean zeros) implements TabularOp {
    @Override
    public OpKind kind() {
      return OpKind.ONE_HOT_ENCODER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      boolean isText = in.dtype(0) == DType.STRING;
      in.check(
          isText == (categories.dtype() == DType.STRING),
          "categories are " + categories.dtype() + " but the input is " + in.dtype(0));
      if (!isText) {
        checkScorable(in);
      }
      return List.of(DType.F32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      extents.add(Extent.fixed(categories.layout().elements()));
      return List.of(Shape.of(extents));
    }
  }

  /**
   * Looks every element up.
   *
   * @param keys one-dimensional; NaN finds NaN and -0 finds 0
   * @param values one-dimensional, one per key
   * @param fallback one element, for what is not found
   */
  record LabelEncoder(Tensor keys, Tensor values, Tensor fallback) implements TabularOp {
    @Override
    public OpKind kind() {
      return OpKind.LABEL_ENCODER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          in.dtype(0) == keys.dtype(),
          "keys are " + keys.dtype() + " but the input is " + in.dtype(0));
      return List.of(values.dtype());
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(in.shape(0));
    }
  }

  /** Operands: data, I64 indices of columns (the last axis) to keep. */
  record ArrayFeatureExtractor() implements TabularOp {
    @Override
    public OpKind kind() {
      return OpKind.ARRAY_FEATURE_EXTRACTOR;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(1) == DType.I64, "indices should be I64 but are " + in.dtype(1));
      return List.of(in.dtype(0));
    }

    /** A vector becomes one row. */
    @Override
    public List<Shape> shapes(Inference in) {
      in.check(in.shape(0).rank() > 0, "the data should not be a scalar");
      in.check(
          in.shape(1).isFixed(), "the number of indices should be known but is " + in.shape(1));
      long count = Layout.elements(in.shape(1).dims());
      in.check(count > 0, "needs at least one index");
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      extents.set(extents.size() - 1, Extent.fixed(count));
      if (extents.size() == 1) {
        extents.add(0, Extent.fixed(1));
      }
      return List.of(Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.shape(0).rank() > 1 && !in.hasRows(1);
    }
  }

  /**
   * Joins the columns of all operands, to F32.
   *
   * @param lengths columns taken of each operand; missing ones are filled with 0
   */
  record FeatureVectorizer(List<Integer> lengths) implements TabularOp {
    public FeatureVectorizer {
      lengths = List.copyOf(lengths);
    }

    @Override
    public OpKind kind() {
      return OpKind.FEATURE_VECTORIZER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          lengths.size() == in.count(),
          "has " + lengths.size() + " lengths for " + in.count() + " operands");
      checkScorable(in);
      for (int operand = 1; operand < in.count(); operand++) {
        in.check(in.dtype(operand) == in.dtype(0), "operands should have one dtype");
      }
      return List.of(DType.F32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      long total = lengths.stream().mapToLong(Integer::longValue).sum();
      return List.of(Shape.of(rows(in), Extent.fixed(total)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return IntStream.range(0, in.count())
          .allMatch(operand -> in.hasRows(operand) && in.shape(operand).rank() == 2);
    }
  }

  /** Every row of scores [N, K] (or [K]) as a mapping from label to score. */
  record ZipMap(Tensor labels) implements TabularOp {
    @Override
    public OpKind kind() {
      return OpKind.ZIP_MAP;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0) == DType.F32, "scores should be F32 but are " + in.dtype(0));
      return List.of(DType.F32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Extent columns = columns(in);
      long count = labels.layout().elements();
      in.check(
          !columns.isFixed() || columns.max() == count,
          "has " + count + " labels for " + columns + " columns");
      return List.of(in.shape(0));
    }

    @Override
    public List<ValueType> infer(Inference in) {
      dtypes(in);
      if (in.shape(0).isRanked()) {
        shapes(in);
      }
      ValueType score = new TensorType(DType.F32, Shape.scalar());
      return List.of(new SequenceType(new MappingType(labels.dtype(), score)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return isMatrix(in);
    }
  }
}
