package io.pelton.onnx.op;

import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeEnsemble;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/**
 * Tree ensembles. Version 3 brought float64 in attributes called {@code ..._as_tensor}; version 5
 * deprecated both operators and left them as they were.
 */
final class TreeOperators {
  /** By the numbers that TreeEnsemble has for them. */
  private static final List<Aggregate> AGGREGATES =
      List.of(Aggregate.AVERAGE, Aggregate.SUM, Aggregate.MIN, Aggregate.MAX);

  private static final List<PostTransform> POSTS =
      List.of(
          PostTransform.NONE,
          PostTransform.SOFTMAX,
          PostTransform.LOGISTIC,
          PostTransform.SOFTMAX_ZERO,
          PostTransform.PROBIT);

  private TreeOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("TreeEnsembleClassifier", 1, node -> classifier(node, false));
    ops.add("TreeEnsembleClassifier", 3, node -> classifier(node, true));
    ops.add("TreeEnsembleRegressor", 1, node -> regressor(node, false));
    ops.add("TreeEnsembleRegressor", 3, node -> regressor(node, true));
    ops.add("TreeEnsemble", 5, TreeOperators::ensemble);
  }

  private static List<ValueId> classifier(OnnxNode node, boolean mayBeDouble) {
    node.expect(1);
    Tensor labels = Labels.of(node, "classlabels_int64s", "classlabels_strings");
    int classes = Math.toIntExact(labels.layout().elements());
    ForestReader reader = new ForestReader(node, mayBeDouble);
    Forest forest = reader.read("class", classes);
    Tensor base = reader.baseValues();
    long values = base.layout().elements();
    boolean isOneColumn = classes == 2 && votedClasses(forest) <= 1;
    boolean fits = isOneColumn ? values == 1 : values == classes;
    node.check(
        values == 0 || fits,
        isOneColumn
            ? "trees vote for one class only, which takes one base value, not " + values
            : "has " + values + " base values for " + classes + " classes");
    PostTransform post = node.attributes().choice("post_transform", PostTransform.NONE);
    return node.apply(new TreeClassifier(forest, labels, base, post));
  }

  private static long votedClasses(Forest forest) {
    return forest.nodes().stream()
        .flatMap(tree -> tree.votes().stream())
        .mapToInt(Forest.Vote::target)
        .distinct()
        .count();
  }

  private static List<ValueId> regressor(OnnxNode node, boolean mayBeDouble) {
    node.expect(1);
    Attributes attributes = node.attributes();
    attributes.required("n_targets", attributes.integer("n_targets"));
    int targets = attributes.smallInteger("n_targets", 0);
    node.check(targets > 0, "n_targets should be above 0 but is " + targets);
    ForestReader reader = new ForestReader(node, mayBeDouble);
    Forest forest = reader.read("target", targets);
    Tensor base = reader.baseValues();
    long values = base.layout().elements();
    node.check(
        values == 0 || values == targets,
        "has " + values + " base values for " + targets + " targets");
    return node.apply(
        new TreeRegressor(
            forest,
            targets,
            attributes.choice("aggregate_function", Aggregate.SUM),
            base,
            attributes.choice("post_transform", PostTransform.NONE)));
  }

  /** Of float32 it is a regressor without base values, and of float16 one between casts. */
  private static List<ValueId> ensemble(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    DType dtype = node.dtype(0);
    boolean isKnown = dtype == DType.F64 || dtype == DType.F32 || dtype == DType.F16;
    node.check(isKnown, "inputs of " + dtype + " are not defined");
    attributes.required("n_targets", attributes.integer("n_targets"));
    int targets = attributes.smallInteger("n_targets", 0);
    node.check(targets > 0, "n_targets should be above 0 but is " + targets);
    Forest forest = new NodeTreeReader(node, dtype).read(targets);
    Aggregate aggregate = choice(node, "aggregate_function", 1, AGGREGATES);
    PostTransform post = choice(node, "post_transform", 0, POSTS);
    if (dtype == DType.F64) {
      return node.apply(new TreeEnsemble(forest, targets, aggregate, post));
    }
    Steps steps = new Steps(node);
    Tensor noBase = Tensor.of(new float[0], 0);
    ValueId scores =
        steps.apply(
            new TreeRegressor(forest, targets, aggregate, noBase, post),
            steps.cast(node.operand(0), DType.F32));
    return List.of(steps.cast(scores, dtype));
  }

  private static <T> T choice(OnnxNode node, String name, int fallback, List<T> choices) {
    int number = node.attributes().smallInteger(name, fallback);
    node.check(number >= 0 && number < choices.size(), "'" + name + "' is " + number);
    return choices.get(number);
  }
}
