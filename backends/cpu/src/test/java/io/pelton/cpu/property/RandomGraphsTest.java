package io.pelton.cpu.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.OpKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * Random graphs agree with the naive evaluator, bit for bit, realized in many ways and compiled, on
 * one and on two devices. {@code -Dpelton.property.graphs} says how many, {@code
 * -Dpelton.property.seed} which is the first.
 */
class RandomGraphsTest {
  private static final int GRAPHS = Integer.getInteger("pelton.property.graphs", 2_000);
  private static final long SEED = Long.getLong("pelton.property.seed", 0);

  /** Graphs for every way, of 2,000. */
  private static final int ENOUGH = 150;

  /** Every draw is seen to reach the outputs. */
  private static final Set<OpKind> EXPECTED =
      EnumSet.of(
          OpKind.IDENTITY,
          OpKind.NOT,
          OpKind.RELU,
          OpKind.SIGMOID,
          OpKind.TANH,
          OpKind.NEG,
          OpKind.ABS,
          OpKind.RECIPROCAL,
          OpKind.SQRT,
          OpKind.EXP,
          OpKind.LOG,
          OpKind.ERF,
          OpKind.FLOOR,
          OpKind.CEIL,
          OpKind.SIGN,
          OpKind.SOFTPLUS,
          OpKind.SIN,
          OpKind.COS,
          OpKind.TAN,
          OpKind.ASIN,
          OpKind.ACOS,
          OpKind.ATAN,
          OpKind.SINH,
          OpKind.COSH,
          OpKind.ASINH,
          OpKind.ACOSH,
          OpKind.ATANH,
          OpKind.ROUND,
          OpKind.GELU,
          OpKind.CAST,
          OpKind.ADD,
          OpKind.SUB,
          OpKind.MUL,
          OpKind.DIV,
          OpKind.POW,
          OpKind.MIN,
          OpKind.MAX,
          OpKind.AND,
          OpKind.OR,
          OpKind.XOR,
          OpKind.FMOD,
          OpKind.EQUAL,
          OpKind.LESS,
          OpKind.GREATER,
          OpKind.LESS_OR_EQUAL,
          OpKind.GREATER_OR_EQUAL,
          OpKind.WHERE,
          OpKind.CLIP,
          OpKind.FUSED_ELEMENTWISE,
          OpKind.REDUCE_SUM,
          OpKind.REDUCE_MEAN,
          OpKind.REDUCE_MAX,
          OpKind.REDUCE_MIN,
          OpKind.REDUCE_PROD,
          OpKind.CUM_SUM,
          OpKind.CUM_PROD,
          OpKind.ARG_MAX,
          OpKind.SOFTMAX,
          OpKind.BATCH_NORM,
          OpKind.LAYER_NORM,
          OpKind.RMS_NORM,
          OpKind.SHAPE,
          OpKind.RESHAPE,
          OpKind.FLATTEN,
          OpKind.SQUEEZE,
          OpKind.UNSQUEEZE,
          OpKind.TRANSPOSE,
          OpKind.EXPAND,
          OpKind.SLICE,
          OpKind.NARROW,
          OpKind.CONCAT,
          OpKind.GATHER,
          OpKind.COPY,
          OpKind.NON_ZERO_INDICES,
          OpKind.WRITE_SLICE,
          OpKind.ZERO_FILL,
          OpKind.IN_PLACE,
          OpKind.RELEASE,
          OpKind.MOVE,
          OpKind.IOTA,
          OpKind.ALLOC,
          OpKind.MATMUL,
          OpKind.GEMM,
          OpKind.DENSE,
          OpKind.BRANCH);

  /**
   * What a share of the seeds came to.
   *
   * @param drawn nodes that outputs need, by kind
   * @param runs recipes by the way that they were run
   * @param captured passes that were captured or refused, copies to devices that were chosen
   * @param failure the first one; empty for none
   */
  private record Result(
      Map<OpKind, Integer> drawn,
      Map<String, Integer> runs,
      Map<String, Integer> captured,
      Optional<String> failure) {}

  @Test
  void randomGraphsAgreeWithTheNaiveEvaluator() {
    System.out.println("random graphs of seeds " + SEED + " to " + (SEED + GRAPHS - 1));
    List<Result> results =
        IntStream.range(0, Machines.HALVES)
            .parallel()
            .mapToObj(RandomGraphsTest::everyOther)
            .toList();
    Map<OpKind, Integer> drawn = new EnumMap<>(OpKind.class);
    Map<String, Integer> runs = new TreeMap<>();
    Map<String, Integer> captured = new TreeMap<>();
    for (Result result : results) {
      result.failure().ifPresent(Assertions::fail);
      result.runs().forEach((way, count) -> runs.merge(way, count, Integer::sum));
      result.captured().forEach((fate, count) -> captured.merge(fate, count, Integer::sum));
      result.drawn().forEach((kind, count) -> drawn.merge(kind, count, Integer::sum));
    }
    System.out.println("nodes that outputs need: " + drawn);
    System.out.println("graphs by the way that they were run: " + runs);
    System.out.println("passes: " + captured);
    if (GRAPHS >= 2_000) {
      assertThat(runs.values()).allMatch(count -> count >= ENOUGH);
      assertThat(drawn.keySet()).containsAll(EXPECTED);
      assertThat(captured.get("copies, chosen")).isGreaterThan(ENOUGH);
    }
  }

  /** All seeds of one remainder, on devices of their own. */
  private static Result everyOther(int half) {
    Machines machines = new Machines(half);
    Map<OpKind, Integer> drawn = new EnumMap<>(OpKind.class);
    Map<String, Integer> runs = new LinkedHashMap<>();
    for (long seed = SEED; seed < SEED + GRAPHS; seed++) {
      if (Math.floorMod(seed, Machines.HALVES) == half) {
        int turn = (int) Math.floorMod(seed / Machines.HALVES, (long) Machines.TURNS);
        Trial trial = new Trial(machines.ways(turn));
        Recipe recipe = RandomRecipe.of(seed);
        count(recipe, drawn);
        Optional<String> wrong = trial.run(recipe);
        trial.runs().forEach((way, count) -> runs.merge(way, count, Integer::sum));
        if (wrong.isPresent()) {
          String report = report(seed, recipe, trial, wrong.get());
          return new Result(drawn, runs, machines.counts(), Optional.of(report));
        }
      }
    }
    return new Result(drawn, runs, machines.counts(), Optional.empty());
  }

  private static void count(Recipe recipe, Map<OpKind, Integer> drawn) {
    Usage usage = Usage.of(recipe);
    for (int at = 0; at < recipe.steps().size(); at++) {
      if (usage.isNeeded(at) && recipe.steps().get(at) instanceof Step.Apply apply) {
        drawn.merge(apply.op().kind(), 1, Integer::sum);
      } else if (usage.isNeeded(at) && recipe.steps().get(at) instanceof Step.Branch) {
        drawn.merge(OpKind.BRANCH, 1, Integer::sum);
      }
    }
  }

  private static String report(long seed, Recipe recipe, Trial trial, String wrong) {
    Recipe small = Shrinker.shrink(recipe, trial, wrong);
    return "seed "
        + seed
        + " (-Dpelton.property.graphs=1 -Dpelton.property.seed="
        + seed
        + ")\n"
        + wrong
        + "\nshrunk to\n"
        + small
        + "\nwhere\n"
        + trial.run(small).orElse("all agrees when it is run again");
  }
}
