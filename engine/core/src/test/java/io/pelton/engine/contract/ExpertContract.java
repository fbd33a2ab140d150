package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.engine.contract.SmallExperts.Layer;
import io.pelton.engine.contract.SmallExperts.Outcome;
import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.ExpertPlacement;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.ExpertStatistics;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Where experts are placed shows in statistics and never in a bit; what tokens are sent to is
 * captured. On two layers with different numbers of experts.
 */
public abstract class ExpertContract extends GraphFixture {
  private static final int ROWS = 21;
  private static final int CHOICES = SmallExperts.LAYERS.stream().mapToInt(Layer::choices).sum();

  /** How far outputs may be from sums in order; 0 for machines that sum their products so. */
  protected float tolerance() {
    return 0;
  }

  @Test
  void outputsAndRoutingAreThoseOfAllExpertsComputedAlone() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    placement.captureTopK(true);
    float[] found = run(executable, ROWS);
    List<Outcome> expected = outcomes(ROWS);
    for (int row = 0; row < ROWS; row++) {
      float[] token = expected.get(row).token();
      for (int i = 0; i < SmallExperts.WIDTH; i++) {
        assertThat(found[row * SmallExperts.WIDTH + i])
            .as("row %d, column %d", row, i)
            .isCloseTo(token[i], within(tolerance()));
      }
    }
    assertChosen(placement.takeTopK().orElseThrow(), expected);
  }

  @Test
  void masksNeverChangeABit() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    float[] expected = run(executable, ROWS);
    Random random = new Random(3);
    for (int trial = 0; trial < 20; trial++) {
      placement.setResident(mask(random, random.nextInt(8)));
      List<boolean[]> own = new ArrayList<>();
      for (int layer = 0; layer < random.nextInt(4); layer++) {
        own.add(random.nextInt(3) == 0 ? null : mask(random, random.nextInt(8)));
      }
      placement.setResidentByLayer(own);
      placement.captureTopK(random.nextBoolean());
      assertThat(run(executable, ROWS)).as("trial %d", trial).containsExactly(expected);
    }
  }

  private static boolean[] mask(Random random, int length) {
    boolean[] mask = new boolean[length];
    for (int expert = 0; expert < length; expert++) {
      mask[expert] = random.nextBoolean();
    }
    return mask;
  }

  @Test
  void statisticsFollowTheMasks() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    assertThat(placement.takeStatistics()).isEmpty();
    run(executable, ROWS);
    assertThat(placement.takeStatistics()).contains(expected((layer, expert) -> true));
    assertThat(placement.takeStatistics()).isEmpty();

    placement.setResident(new boolean[] {false, true, false});
    run(executable, ROWS);
    assertThat(placement.takeStatistics())
        .contains(expected((layer, expert) -> expert != 0 && expert != 2));

    placement.setResidentByLayer(Arrays.asList(null, new boolean[] {true, false, true, false}));
    run(executable, 3);
    run(executable, ROWS);
    assertThat(placement.takeStatistics())
        .contains(
            expected(
                (layer, expert) ->
                    layer == 0 ? expert != 0 && expert != 2 : expert != 1 && expert != 3));

    placement.setResidentByLayer(List.of());
    placement.setResident(new boolean[] {false, false, false, false, false});
    run(executable, ROWS);
    ExpertStatistics none = placement.takeStatistics().orElseThrow();
    assertThat(none).isEqualTo(expected((layer, expert) -> false));
    assertThat(none.hostTokens()).isEqualTo(2L * CHOICES * ROWS);
  }

  /** Of the products that lead into the hidden layer and of those that lead out of it. */
  private ExpertStatistics expected(BiPredicate<Integer, Integer> isResident) {
    long[] calls = new long[2];
    long[] tokens = new long[2];
    List<Outcome> outcomes = outcomes(ROWS);
    for (Layer layer : SmallExperts.LAYERS) {
      for (int expert = 0; expert < layer.experts(); expert++) {
        int wanted = expert;
        long count =
            outcomes.stream()
                .flatMapToInt(outcome -> IntStream.of(outcome.chosen()[layer.index()]))
                .filter(chosen -> chosen == wanted)
                .count();
        int side = isResident.test(layer.index(), expert) ? 0 : 1;
        calls[side] += count == 0 ? 0 : 2;
        tokens[side] += 2 * count;
      }
    }
    return new ExpertStatistics(calls[0], calls[1], tokens[0], tokens[1]);
  }

  @Test
  void aCaptureIsOfTheLastRunAndTakenOnce() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    run(executable, ROWS);
    assertThat(placement.takeTopK()).isEmpty();
    placement.captureTopK(true);
    assertThat(placement.takeTopK()).isEmpty();
    for (int rows : new int[] {ROWS, 3, 40}) {
      run(executable, 7);
      run(executable, rows);
      assertChosen(placement.takeTopK().orElseThrow(), outcomes(rows));
      assertThat(placement.takeTopK()).isEmpty();
    }
    placement.captureTopK(false);
    run(executable, ROWS);
    assertThat(placement.takeTopK()).isEmpty();
  }

  @Test
  void rowsThatAreNotComputedAreNotCounted() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    placement.captureTopK(true);
    run(executable, 5);
    assertThat(placement.takeStatistics().orElseThrow().deviceTokens()).isEqualTo(2L * 5 * CHOICES);
    assertChosen(placement.takeTopK().orElseThrow(), outcomes(5));

    ActiveExtent extent = capability(executable, ActiveExtent.class);
    extent.set(3, 8);
    int computed = extent.isHonoured(8) ? 3 : 8;
    run(executable, 8);
    assertThat(placement.takeStatistics().orElseThrow().deviceTokens())
        .isEqualTo(2L * computed * CHOICES);
    assertChosen(placement.takeTopK().orElseThrow(), outcomes(computed));
  }

  @Test
  void realizedAndCompiledHaveTheSameBits() {
    NamedGraph named = SmallExperts.graph();
    Evaluator evaluator = new Evaluator(backend(), new Prepared());
    OptimizedGraph optimized = OptimizedGraph.of(named, RuleRegistry.standard(evaluator));
    float[] expected = run(executable(named), ROWS);
    Map<String, Tensor> inputs = Map.of("x", tokens(ROWS));
    PipelinedExecutor executor =
        opened(new PipelinedExecutor(machine().devices(), machine().planning()));
    try (Realized realized = executor.realize(Realization.of(named, inputs).optimized(optimized))) {
      assertThat(realized.onHost(named.outputs().get("y")).toFloats()).containsExactly(expected);
    }
  }

  @Test
  void forksCarryMasksAndNothingThatWasNoted() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    placement.setResident(new boolean[] {true, false});
    placement.setResidentByLayer(List.of(new boolean[] {false}));
    placement.captureTopK(true);
    float[] expected = run(executable, ROWS);
    ExecutableGraph fork = opened(capability(executable, Forking.class).fork());
    ExpertPlacement forked = placement(fork);
    assertThat(forked.takeTopK()).isEmpty();
    assertThat(forked.takeStatistics()).isEmpty();
    assertThat(run(fork, ROWS)).containsExactly(expected);
    assertThat(forked.takeStatistics())
        .contains(expected((layer, expert) -> expert != (layer == 0 ? 0 : 1)));
    assertChosen(forked.takeTopK().orElseThrow(), outcomes(ROWS));

    forked.setResident(new boolean[0]);
    forked.setResidentByLayer(List.of());
    run(executable, ROWS);
    assertThat(placement.takeStatistics())
        .contains(expected((layer, expert) -> expert != (layer == 0 ? 0 : 1)));
  }

  @Test
  void anUnknownExpertIsRefusedWithItsRow() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId chosen = input("chosen", DType.I64, N, Extent.fixed(2));
    ValueId y = graph.apply("experts", new GroupedMatMul(0, true), x, floats(3, 2, 4), chosen);
    ExecutableGraph executable = executable(named(y, "x", x, "chosen", chosen));
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("x", Tensor.of(random(10), 5, 2));
    inputs.put("chosen", Tensor.of(new long[] {0, 1, 2, 0, 1, 2, 0, 3, 1, 1}, 5, 2));
    assertThatThrownBy(() -> executable.run(inputs))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(3))
        .hasMessageContaining("'experts'")
        .hasMessageContaining("is expert 3 but should be within 0 and 2");
    inputs.put("chosen", Tensor.of(new long[] {0, 1, 2, 0, 1, 2, 0, 2, 1, 1}, 5, 2));
    executable.run(inputs);
    assertThat(placement(executable).takeStatistics()).contains(new ExpertStatistics(3, 0, 10, 0));
  }

  /** A conditional's body is a part of the run that it belongs to. */
  @Test
  void expertsOfABodyCountInTheRunAroundIt() {
    ValueId x = input("x", DType.F32, Extent.fixed(2), Extent.fixed(2));
    ValueId condition = input("condition", DType.BOOL);
    ValueId chosen = graph.constant("chosen", Tensor.of(new long[] {0, 2}, 2, 1));
    ValueId before = graph.apply("before", new GroupedMatMul(0, true), x, floats(3, 2, 2), chosen);
    ValueId after = graph.apply("if", new If(body(1), body(2)), condition, before, before);
    ExecutableGraph executable = executable(named(after, "x", x, "condition", condition));
    ExpertPlacement placement = placement(executable);
    placement.captureTopK(true);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("x", Tensor.of(random(4), 2, 2));
    for (int taken : new int[] {1, 2, 1}) {
      inputs.put("condition", Tensor.wrap(DType.BOOL, new byte[] {(byte) (2 - taken)}));
      executable.run(inputs);
      assertThat(placement.takeStatistics()).contains(new ExpertStatistics(3, 0, 4, 0));
      List<int[]> captured = placement.takeTopK().orElseThrow();
      assertThat(captured.get(0)).containsExactly(0, 2);
      assertThat(captured.get(taken)).containsExactly(1, 1);
    }
  }

  private static NamedGraph body(int layer) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(2, 1, 2)));
    ValueId weights = graph.constant("weights", Tensor.of(random(8), 2, 2, 2));
    ValueId chosen = graph.constant("chosen", Tensor.of(new long[] {1, 1}, 2, 1));
    ValueId y = graph.apply("experts", new GroupedMatMul(layer, true), x, weights, chosen);
    return new NamedGraph("body", graph, Map.of("x", x), Map.of("y", y));
  }

  @Test
  void onlyGraphsWithExpertsPlaceThem() {
    assertThat(executable(network()).capability(ExpertPlacement.class)).isEmpty();
  }

  @Test
  void aClosedExecutableIsRefused() {
    ExecutableGraph executable = executable(SmallExperts.graph());
    ExpertPlacement placement = placement(executable);
    executable.close();
    boolean[] mask = {true};
    assertThatThrownBy(() -> placement.setResident(mask)).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(placement::takeTopK).isInstanceOf(ConcurrentUse.class);
  }

  private ExpertPlacement placement(ExecutableGraph executable) {
    return capability(executable, ExpertPlacement.class);
  }

  private static float[] run(ExecutableGraph executable, int rows) {
    return run(executable, "x", tokens(rows));
  }

  private static Tensor tokens(int rows) {
    return Tensor.of(
        slice(SmallExperts.tokens(64), 0, rows * SmallExperts.WIDTH), rows, SmallExperts.WIDTH);
  }

  /** What the first tokens come to. */
  private List<Outcome> outcomes(int rows) {
    ExecutableGraph softmax = softmax();
    float[] tokens = SmallExperts.tokens(64);
    return IntStream.range(0, rows)
        .mapToObj(row -> slice(tokens, row * SmallExperts.WIDTH, SmallExperts.WIDTH))
        .map(
            token ->
                SmallExperts.evaluate(
                    token, scores -> run(softmax, "s", Tensor.of(scores, 1, scores.length))))
        .toList();
  }

  private ExecutableGraph softmax() {
    Graph alone = new Graph();
    Shape shape = Shape.of(N, M);
    ValueId scores = alone.input("s", ValueType.tensor(DType.F32, shape));
    ValueId shares = alone.apply("softmax", new ReduceOp.Softmax(-1, false), scores);
    return executable(new NamedGraph("softmax", alone, Map.of("s", scores), Map.of("y", shares)));
  }

  private static void assertChosen(List<int[]> captured, List<Outcome> expected) {
    assertThat(captured).hasSameSizeAs(SmallExperts.LAYERS);
    for (Layer layer : SmallExperts.LAYERS) {
      int[] chosen =
          expected.stream()
              .flatMapToInt(outcome -> IntStream.of(outcome.chosen()[layer.index()]))
              .toArray();
      assertThat(captured.get(layer.index())).as("%s", layer).containsExactly(chosen);
    }
  }
}
