package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Mapped;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.PatternRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is done to the columns of a table one after the other, in one pass over the rows. */
final class PipelineFusion {
  private static final Set<OpKind> MAPPED =
      Set.of(OpKind.SCALER, OpKind.IMPUTER, OpKind.NORMALIZER, OpKind.BINARIZER);

  private PipelineFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "feature-pipeline",
            EXACT,
            op(MAPPED, any("stage", PipelineFusion::isStage)),
            "FeaturePipeline of the join or the maps of columns that stage is, and this one",
            PipelineFusion::append));
  }

  private static boolean isStage(Match match, ValueId value) {
    Op op = match.graph().op(value.node());
    boolean fits =
        op instanceof Mapped
            || op instanceof FeaturePipeline
            || op instanceof FeatureVectorizer
            || op instanceof Concat;
    return fits && match.isAbsorbable(value);
  }

  private static Optional<ValueId> append(Match match) {
    Op stage = match.graph().op(match.value("stage").node());
    List<Op> stages =
        new ArrayList<>(stage instanceof FeaturePipeline before ? before.stages() : List.of(stage));
    stages.add(match.graph().op(match.root()));
    return match.replaceBy(
        new FeaturePipeline(stages),
        List.copyOf(match.graph().operands(match.value("stage").node())));
  }
}
