package io.pelton.engine.graph;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The operators of ai.onnx.ml that score rows of features, with its names and meanings; every row
 * is scored alone.
 */
public sealed interface ScoringOp extends Op {
  /** Ops with outputs: label [N] of the labels' dtype, scores F32 [N, classes]. */
  sealed interface Classifier extends ScoringOp {
    /** One-dimensional, I64 or STRING. */
    Tensor labels();

    /** Columns of the score output. */
    int scores();

    /** Columns that the input must have at least. */
    int features();

    @Override
    default List<DType> dtypes(Inference in) {
      FeatureMatrix.checkScorable(in);
      return List.of(labels().dtype(), DType.F32);
    }

    @Override
    default List<Shape> shapes(Inference in) {
      FeatureMatrix.checkFeatures(in, features());
      return List.of(
          Shape.of(FeatureMatrix.rows(in)),
          Shape.of(FeatureMatrix.rows(in), Extent.fixed(scores())));
    }

    @Override
    default boolean isRowwise(Inference in) {
      return FeatureMatrix.isMatrix(in);
    }
  }

  /** Ops with one output F32 [N, targets]. */
  sealed interface Regressor extends ScoringOp {
    int targets();

    int features();

    @Override
    default List<DType> dtypes(Inference in) {
      FeatureMatrix.checkScorable(in);
      return List.of(DType.F32);
    }

    @Override
    default List<Shape> shapes(Inference in) {
      FeatureMatrix.checkFeatures(in, features());
      return List.of(Shape.of(FeatureMatrix.rows(in), Extent.fixed(targets())));
    }

    @Override
    default boolean isRowwise(Inference in) {
      return FeatureMatrix.isMatrix(in);
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
    /**
     * One base value for each class: as given, or the only one for the only class with votes.
     *
     * @param voted the classes with votes, in order
     * @throws io.pelton.engine.error.InvalidOp for another number of them
     */
    public double[] base(Inference in, int... voted) {
      int classes = Math.toIntExact(labels.layout().elements());
      double[] given = baseValues.toDoubles();
      double[] base = new double[classes];
      if (given.length == 0) {
        return base;
      }
      if (given.length == 1 && voted.length == 1) {
        base[voted[0]] = given[0];
        return base;
      }
      in.check(
          given.length == classes && (classes != 2 || voted.length != 1),
          "has "
              + given.length
              + " base values for "
              + classes
              + " labels and votes for classes "
              + Arrays.toString(voted)
              + "; there should be none, one per label, or one where one of two classes has"
              + " votes");
      return given;
    }

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

  /** TreeEnsemble of F64, whose output is F64, too. A tree's leaf votes for one target. */
  record TreeEnsemble(Forest forest, int targets, Aggregate aggregate, PostTransform post)
      implements ScoringOp {
    @Override
    public OpKind kind() {
      return OpKind.TREE_ENSEMBLE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0) == DType.F64, "the input should be F64 but is " + in.dtype(0));
      return List.of(DType.F64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      FeatureMatrix.checkFeatures(in, forest.features());
      return List.of(Shape.of(FeatureMatrix.rows(in), Extent.fixed(targets)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return FeatureMatrix.isMatrix(in);
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

  /**
   * A scorer behind what makes its features, which exist for a few rows at a time only. Operands
   * are those of the front, outputs those of the scorer.
   *
   * @param front makes the feature matrix
   * @param scorer a {@link Classifier} or a {@link Regressor}
   */
  record ScoringPipeline(FeaturePipeline front, ScoringOp scorer)
      implements ScoringOp, Decomposable {
    @Override
    public OpKind kind() {
      return OpKind.SCORING_PIPELINE;
    }

    @Override
    public String label() {
      List<String> parts = new ArrayList<>(front.stages().stream().map(Op::label).toList());
      parts.add(scorer.label());
      return kind().label() + parts;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          scorer instanceof Classifier || scorer instanceof Regressor,
          "should end in a classifier or a regressor but does in " + scorer.label());
      front.dtypes(in);
      return PipelineRule.of(in, this, false).dtypes();
    }

    @Override
    public List<Shape> shapes(Inference in) {
      front.shapes(in);
      return PipelineRule.of(in, this, true).shapes();
    }

    @Override
    public boolean isRowwise(Inference in) {
      return PipelineRule.of(in, this, true).isRowwise();
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      NodeId scored = graph.add(name, scorer, front.decompose(graph, name, operands));
      return IntStream.range(0, graph.types(scored).size())
          .mapToObj(slot -> new ValueId(scored, slot))
          .toList();
    }
  }

  /** Every row of scores [N, K] (or [K]) as a mapping from label to score. */
  record ZipMap(Tensor labels) implements ScoringOp {
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
      Extent columns = FeatureMatrix.columns(in);
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
      return FeatureMatrix.isMatrix(in);
    }
  }
}
