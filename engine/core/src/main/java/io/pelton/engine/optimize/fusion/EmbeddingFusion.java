package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.constant;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.op;

import io.pelton.engine.graph.EmbeddingOp.EmbeddingSum;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of several tables, summed: two at first, then one more at a time. */
final class EmbeddingFusion {
  private EmbeddingFusion() {}

  static List<Rule> rules() {
    return List.of(
        new PatternRule(
            "embedding-sum",
            EXACT,
            commutative(
                OpKind.ADD,
                rowsOf("t", "i"),
                either(rowsOf("u", "j"), constant("u", EmbeddingFusion::isTable))),
            "EmbeddingSum(t, u, i, j)",
            match ->
                match.replaceBy(
                    new EmbeddingSum(),
                    match.value("t"),
                    match.value("u"),
                    match.value("i"),
                    match.value("j"))),
        new PatternRule(
            "embedding-sum-more",
            EXACT,
            commutative(
                OpKind.ADD,
                any("sum", EmbeddingFusion::isOnlyReadSum),
                either(rowsOf("t", "i"), constant("t", EmbeddingFusion::isTable))),
            "EmbeddingSum(..., t, ..., i)",
            EmbeddingFusion::append));
  }

  private static Pattern rowsOf(String table, String indices) {
    return op(OpKind.GATHER, op -> ((Gather) op).axis() == 0, constant(table), any(indices));
  }

  private static boolean isTable(Match match, ValueId value) {
    return match.type(value).shape().rank() == 2;
  }

  private static boolean isOnlyReadSum(Match match, ValueId value) {
    return match.graph().op(value.node()) instanceof EmbeddingSum && match.isAbsorbable(value);
  }

  private static Optional<ValueId> append(Match match) {
    List<ValueId> operands = match.graph().operands(match.value("sum").node());
    int tables = operands.size() / 2;
    List<ValueId> more = new ArrayList<>(operands.subList(0, tables));
    more.add(match.value("t"));
    more.addAll(operands.subList(tables, operands.size()));
    more.add(match.value("i"));
    return match.replaceBy(new EmbeddingSum(), more);
  }
}
