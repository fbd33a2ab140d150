package io.pelton.engine.optimize.fusion;

import static io.pelton.engine.optimize.Exactness.EXACT;
import static io.pelton.engine.optimize.pattern.Pattern.absent;
import static io.pelton.engine.optimize.pattern.Pattern.any;
import static io.pelton.engine.optimize.pattern.Pattern.commutative;
import static io.pelton.engine.optimize.pattern.Pattern.either;
import static io.pelton.engine.optimize.pattern.Pattern.op;
import static io.pelton.engine.optimize.pattern.Pattern.scalar;

import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.pattern.Match;
import io.pelton.engine.optimize.pattern.Pattern;
import io.pelton.engine.optimize.pattern.PatternRule;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;

/** Attention with heads on axis 1, and heads that share keys and values. */
final class AttentionFusion {
  private AttentionFusion() {}

  static List<Rule> rules() {
    Pattern scores = op(OpKind.MATMUL, any("q"), any("kt"));
    Pattern scaled =
        either(
            op(OpKind.DIV, scores, scalar("divisor")),
            commutative(OpKind.MUL, scores, scalar("factor")),
            scores);
    Pattern masked = either(scaled, commutative(OpKind.ADD, scaled, any("mask")));
    return List.of(
        new PatternRule(
            "attention",
            EXACT,
            op(OpKind.MATMUL, op(OpKind.SOFTMAX, masked).as("weights"), any("v")),
            "Attention(q, k, v, mask)",
            AttentionFusion::attention),
        new PatternRule(
            "attention-grouped-heads",
            EXACT,
            op(
                    OpKind.ATTENTION,
                    any("q"),
                    repeated("k"),
                    repeated("v"),
                    either(any("mask"), absent()))
                .as("attention"),
            "Attention(q, k, v, mask)",
            AttentionFusion::grouped));
  }

  private static Optional<ValueId> attention(Match match) {
    if (!overLastAxis(match) || match.shape("kt").rank() != 4) {
      return Optional.empty();
    }
    ValueId k = match.apply(new Transpose(List.of(0, 1, 3, 2)), match.value("kt"));
    Scaling scaling =
        match.has("divisor")
            ? Scaling.DIVIDE
            : match.has("factor") ? Scaling.MULTIPLY : Scaling.NONE;
    double scale =
        switch (scaling) {
          case NONE -> 1;
          case MULTIPLY -> match.scalar("factor");
          case DIVIDE -> match.scalar("divisor");
        };
    return match.replaceBy(
        new Attention(scaling, scale, false), operands(match, k, match.value("v")));
  }

  private static boolean overLastAxis(Match match) {
    if (!match.shape("weights").isRanked() || !match.shape("kt").isRanked()) {
      return false;
    }
    Softmax softmax = match.op("weights", Softmax.class);
    int last = match.shape("weights").rank() - 1;
    return softmax.axis() == -1 || softmax.axis() == last;
  }

  /** Each head several times in a row: a new axis behind the heads, stretched, and merged. */
  private static Pattern repeated(String name) {
    return op(
            OpKind.RESHAPE,
            op(
                    OpKind.EXPAND,
                    op(OpKind.UNSQUEEZE, any(name), any(name + "Axes")).as(name + "Split").shared(),
                    any(name + "Lengths"))
                .as(name + "Stretched")
                .shared(),
            any(name + "Shape"))
        .as(name + "Repeated")
        .shared();
  }

  private static Optional<ValueId> grouped(Match match) {
    return isRepetition(match, "k") && isRepetition(match, "v")
        ? match.replaceBy(
            match.op("attention", Attention.class),
            operands(match, match.value("k"), match.value("v")))
        : Optional.empty();
  }

  private static boolean isRepetition(Match match, String name) {
    Shape own = match.shape(name);
    Shape stretched = match.shape(name + "Stretched");
    Shape merged = match.shape(name + "Repeated");
    if (!own.isRanked() || own.rank() != 4 || !stretched.isRanked() || stretched.rank() != 5) {
      return false;
    }
    long[] axes = match.inference(name + "Split").fixedIntegers(1).orElse(new long[0]);
    boolean isBehindHeads = axes.length == 1 && (axes[0] == 2 || axes[0] == -3);
    boolean keepsOthers =
        stretched.extent(0).sameAs(own.extent(0))
            && stretched.extent(1).sameAs(own.extent(1))
            && stretched.extent(3).sameAs(own.extent(2))
            && stretched.extent(4).sameAs(own.extent(3));
    return isBehindHeads
        && keepsOthers
        && merged.rank() == 4
        && merged.extent(0).sameAs(own.extent(0))
        && merged.extent(2).sameAs(own.extent(2))
        && merged.extent(3).sameAs(own.extent(3));
  }

  private static List<ValueId> operands(Match match, ValueId k, ValueId v) {
    ValueId q = match.value("q");
    return match.has("mask") ? List.of(q, k, v, match.value("mask")) : List.of(q, k, v);
  }
}
