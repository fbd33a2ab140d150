package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.NodeProto;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Where ONNX Runtime 1.26.0 is known to be wrong, and what is right there. Quotations are from the
 * operators' definitions. Everything that is not listed must agree.
 */
final class PeerDeviations {
  /** Puts the outputs of a node right. */
  interface Correction {
    /**
     * @param peer all outputs, as the peer gave them or as far as they are right already
     * @return those to replace
     */
    Map<String, Flat> of(NodeView node, Tensor features, Map<String, Flat> peer);
  }

  /**
   * @param reason what the peer does, and why that is wrong
   * @param applies to which nodes
   */
  record Deviation(
      String name, String reason, Predicate<NodeView> applies, Correction correction) {}

  /** All that apply count, one after the other. */
  private static final List<Deviation> ALL =
      List.of(
          new Deviation(
              "merged equalities",
              "It joins equalities on one feature although they treat NaN differently (field case A3:"
                  + " that goes by node), or although they have leaves of their own, if only the"
                  + " leaves' first weights are equal.",
              TreeFacts::hasUnequalEqualities,
              TreeTwin::outputs),
          new Deviation(
              "one column of probabilities",
              "For two labels with non-negative votes s for one column, it writes [-s, s] instead of"
                  + " [1 - s, s] and puts the border between the labels at 0: a known regression,"
                  + " field case A1.",
              node ->
                  TreeFacts.isOneColumn(node)
                      && !TreeFacts.hasNegative(node)
                      && TreeFacts.post(node).equals("NONE"),
              TreeTwin::outputs),
          new Deviation(
              "one column of quantiles",
              "It leaves one of the two scores of PROBIT unwritten.",
              node -> TreeFacts.isOneColumn(node) && TreeFacts.post(node).equals("PROBIT"),
              TreeTwin::outputs),
          new Deviation(
              "two columns",
              "It takes the second of two labels wherever its score is above 0, mixes up base values,"
                  + " and forgets the second score where only the first got votes; but labels are"
                  + " the \"top class for each point\", base values are \"added to final class"
                  + " score\", and there is a \"score for each class\".",
              TreeFacts::isTwoColumns,
              TreeTwin::topLabels),
          new Deviation(
              "base values of targets without votes",
              "It drops them; but they are \"added to final prediction after applying"
                  + " aggregate_function\".",
              node -> TreeFacts.isRegressorOfSeveral(node) && node.reals("base_values").length > 0,
              TreeTwin::unvoted),
          new Deviation(
              "quantiles of linear models",
              "It leaves one of the two scores of PROBIT unwritten, and the others in wrong rows.",
              node ->
                  node.op().equals("LinearClassifier")
                      && ScoreFixes.labels(node) == 2
                      && node.reals("intercepts").length == 1
                      && TreeFacts.post(node).equals("PROBIT"),
              (node, features, peer) -> ScoreFixes.quantiles(node, peer, 1)),
          new Deviation(
              "quantiles of support vectors",
              "It leaves one of the two scores of PROBIT unwritten.",
              node ->
                  node.op().equals("SVMClassifier")
                      && node.integers("vectors_per_class").size() == 2
                      && node.reals("prob_a").length == 0
                      && TreeFacts.post(node).equals("PROBIT"),
              (node, features, peer) -> ScoreFixes.quantiles(node, peer, 2)),
          new Deviation(
              "key NaN",
              "It does not find the key NaN before version 4: field case A7.",
              node -> DoubleStream.of(node.reals("keys_floats")).anyMatch(Double::isNaN),
              EncoderFix::nanKeys),
          new Deviation(
              "softmax of zeros",
              "It divides 0 by 0 where all scores are 0, in a transform in which 0 stays 0.",
              node -> TreeFacts.post(node).equals("SOFTMAX_ZERO"),
              ScoreFixes::zeros));

  private PeerDeviations() {}

  static List<Deviation> of(NodeProto node) {
    NodeView view = new NodeView(node);
    return ALL.stream().filter(deviation -> deviation.applies().test(view)).toList();
  }

  static List<Deviation> of(GeneratedCase made) {
    return made.model().getGraph().getNodeList().stream()
        .flatMap(node -> of(node).stream())
        .toList();
  }

  /** Whether the peer's process would die over a batch, or give it other lengths. */
  static boolean isBeyond(GeneratedCase made, Map<String, Tensor> batch) {
    boolean isEmpty = GeneratedCase.rows(batch) == 0;
    for (NodeProto node : made.model().getGraph().getNodeList()) {
      NodeView view = new NodeView(node);
      boolean readsBehindLabels =
          TreeFacts.isClassifier(view) && view.texts("classlabels_strings").size() == 1;
      boolean dividesByRows =
          (view.op().equals("FeatureVectorizer") || view.op().equals("OneHot")) && isEmpty;
      boolean keepsLengths = view.op().startsWith("Reduce") && isEmpty;
      if (readsBehindLabels || dividesByRows || keepsLengths) {
        return true;
      }
    }
    return false;
  }

  /** The peer's outputs, right where the peer is wrong. */
  static Map<String, Flat> correct(
      GeneratedCase made, Map<String, Tensor> batch, Map<String, Flat> peer) {
    List<NodeProto> nodes = made.model().getGraph().getNodeList();
    Map<String, Flat> right = new LinkedHashMap<>(peer);
    for (NodeProto node : nodes) {
      NodeView view = new NodeView(node);
      for (Deviation deviation : of(node)) {
        if (nodes.size() > 1) {
          throw new AssertionError(made + " has " + deviation + " among other nodes");
        }
        right.putAll(deviation.correction().of(view, batch.get(node.getInput(0)), right));
      }
    }
    return right;
  }
}
