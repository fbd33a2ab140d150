package io.pelton.engine.graph;

import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The operators of ai.onnx.ml that make features of raw columns, with its names and meanings. */
public sealed interface FeatureOp extends Op {
  /** Ops whose output has the input's shape, element by element. */
  sealed interface Mapped extends FeatureOp {
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
      FeatureMatrix.checkScorable(in);
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
      FeatureMatrix.checkScorable(in);
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
      FeatureMatrix.checkScorable(in);
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
  record OneHotEncoder(Tensor categories, boolean zeros) implements FeatureOp {
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
        FeatureMatrix.checkScorable(in);
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
  record LabelEncoder(Tensor keys, Tensor values, Tensor fallback) implements FeatureOp {
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
  record ArrayFeatureExtractor() implements FeatureOp {
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
  record FeatureVectorizer(List<Integer> lengths) implements FeatureOp {
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
      FeatureMatrix.checkScorable(in);
      for (int operand = 1; operand < in.count(); operand++) {
        in.check(in.dtype(operand) == in.dtype(0), "operands should have one dtype");
      }
      return List.of(DType.F32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      long total = lengths.stream().mapToLong(Integer::longValue).sum();
      return List.of(Shape.of(FeatureMatrix.rows(in), Extent.fixed(total)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return IntStream.range(0, in.count())
          .allMatch(operand -> in.hasRows(operand) && in.shape(operand).rank() == 2);
    }
  }

  /**
   * Several of these ops in one pass over the rows, with the bits of the single ops. Operands:
   * those of the first stage.
   *
   * @param stages at least one: optionally a {@link FeatureVectorizer}, or a {@link ShapeOp.Concat}
   *     of columns; then {@link Mapped} ops and, where the operands are matrices, {@link
   *     OneHotEncoder}s and {@link Flatten}s at axis 1, which make rows of the encoded
   */
  record FeaturePipeline(List<Op> stages) implements FeatureOp, Decomposable {
    public FeaturePipeline {
      stages = List.copyOf(stages);
    }

    @Override
    public OpKind kind() {
      return OpKind.FEATURE_PIPELINE;
    }

    @Override
    public String label() {
      return kind().label() + stages.stream().map(Op::label).toList();
    }

    /** True when the first stage joins columns of several operands. */
    public boolean joins() {
      return !stages.isEmpty()
          && (stages.get(0) instanceof FeatureVectorizer
              || stages.get(0) instanceof ShapeOp.Concat);
    }

    /** True when columns are encoded as they come, so that they may be of text. */
    private boolean encodesFirst() {
      int at = stages.get(0) instanceof ShapeOp.Concat ? 1 : 0;
      return at < stages.size() && stages.get(at) instanceof OneHotEncoder;
    }

    private static boolean isWidening(Op stage) {
      return stage instanceof OneHotEncoder
          || (stage instanceof Flatten flatten && flatten.axis() == 1);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      boolean areStages =
          stages.stream()
              .skip(joins() ? 1 : 0)
              .allMatch(stage -> stage instanceof Mapped || isWidening(stage));
      in.check(
          !stages.isEmpty() && areStages && !(stages.get(0) instanceof Flatten),
          "should have stages that map columns, after at most one that joins them");
      in.check(joins() || in.count() == 1, "should have one operand");
      if (!encodesFirst()) {
        FeatureMatrix.checkScorable(in);
      }
      return PipelineRule.of(in, this, false).dtypes();
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape shape = PipelineRule.of(in, this, true).shapes().get(0);
      int rank = in.shape(0).rank();
      boolean areFixed =
          shape.rank() > 0
              && shape.extent(shape.rank() - 1).isFixed()
              && (stages.get(0) instanceof FeatureVectorizer
                  || IntStream.range(0, in.count())
                      .allMatch(operand -> in.shape(operand).extent(rank - 1).isFixed()));
      in.check(areFixed, "the number of columns should be fixed but is " + shape);
      boolean joinsColumns =
          !(stages.get(0) instanceof ShapeOp.Concat concat)
              || in.axis(concat.axis(), rank) == rank - 1;
      in.check(joinsColumns, "should join columns but joins another axis of " + shape);
      in.check(
          rank == 2 || stages.stream().noneMatch(FeaturePipeline::isWidening),
          "should encode the columns of a matrix but the input is " + in.shape(0));
      return List.of(shape);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return PipelineRule.of(in, this, true).isRowwise();
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      List<ValueId> values = operands;
      for (Op stage : stages) {
        values = List.of(new ValueId(graph.add(name, stage, values), 0));
      }
      return values;
    }
  }
}
