package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.PatternRule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is done to the columns of a table one after the other, in one pass over the rows. */
final class PipelineFusion {
  private static final Set<OpKind> STAGES =
      Set.of(
          OpKind.SCALER,
          OpKind.IMPUTER,
          OpKind.NORMALIZER,
          OpKind.BINARIZER,
          OpKind.ONE_HOT_ENCODER);

  private PipelineFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "feature-pipeline",
            EXACT,
            op(STAGES, any("stage", (match, value) -> columns(match, value).isPresent())),
            "FeaturePipeline of the join, the maps or the encoding of columns that stage is, and"
                + " this one",
            PipelineFusion::append),
        new ScoringFusion());
  }

  private static Optional<Columns> columns(Match match, ValueId value) {
    return Columns.of(match.rewrite(), match.root(), value);
  }

  private static Optional<ValueId> append(Match match) {
    return columns(match, match.value("stage"))
        .map(columns -> columns.and(match.graph().op(match.root())))
        .flatMap(
            columns -> match.replaceBy(new FeaturePipeline(columns.stages()), columns.operands()));
  }
}
