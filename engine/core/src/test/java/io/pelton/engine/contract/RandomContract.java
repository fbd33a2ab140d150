package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Bernoulli;
import io.pelton.engine.graph.RandomOp.Draw;
import io.pelton.engine.graph.RandomOp.Dropout;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RngOptions.Generator;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link RandomNumbers}: the same seed gives the same bits, whoever draws and beside what. */
public abstract class RandomContract extends GraphFixture {
  private static final int COLUMNS = 9;
  private static final int MANY = 40_000;

  /** Standard deviations that a mean of many draws may be off; the seeds are fixed. */
  private static final double DEVIATIONS = 4;

  private ValueId like(ValueId x, Draw draw) {
    ValueId shape = graph.apply("shape", new ShapeOf(0, Long.MAX_VALUE), x);
    return graph.apply("draw", draw, shape);
  }

  private ValueId flag(boolean value) {
    byte[] bytes = {(byte) (value ? 1 : 0)};
    return graph.constant("flag", Tensor.wrap(DType.BOOL, bytes));
  }

  private ValueId number(float value) {
    return graph.constant("number", Tensor.of(new float[] {value}));
  }

  /** Every random op, on rows of {@link #COLUMNS} numbers, in several dtypes. */
  private NamedGraph everything() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(COLUMNS));
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    long key = 1;
    for (DType dtype : List.of(DType.F32, DType.F64, DType.F16)) {
      ValueId typed = dtype == DType.F32 ? x : graph.apply("cast", new Cast(dtype, true), x);
      outputs.put("uniform " + dtype, like(x, new Uniform(RandomKey.of(key++), dtype, -1, 2)));
      outputs.put("normal " + dtype, like(x, new Normal(RandomKey.of(key++), dtype, 1, 3)));
      outputs.put(
          "trial " + dtype, graph.apply("trial", new Bernoulli(RandomKey.of(key++)), typed));
      Multinomial picks = new Multinomial(RandomKey.of(key++), 3, DType.I64);
      outputs.put("pick " + dtype, graph.apply("pick", picks, typed));
      Dropout dropout = new Dropout(RandomKey.of(key++));
      outputs.put(
          "dropped " + dtype, graph.apply("drop", dropout, typed, number(0.5f), flag(true)));
    }
    return new NamedGraph("everything", graph, Map.of("x", x), outputs);
  }

  private static Tensor rows(int count) {
    float[] values = new float[count * COLUMNS];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i % 7 + 1) / 8f;
    }
    return Tensor.of(values, count, COLUMNS);
  }

  private static Map<String, double[]> run(ExecutableGraph executable, int rows) {
    return doubles(executable, rows(rows));
  }

  private static Map<String, double[]> doubles(ExecutableGraph executable, Tensor x) {
    Map<String, double[]> found = new LinkedHashMap<>();
    executable.run(Map.of("x", x)).forEach((name, y) -> found.put(name, ((Tensor) y).toDoubles()));
    return found;
  }

  private static void checkSame(Map<String, double[]> found, Map<String, double[]> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    expected.forEach((name, y) -> assertThat(found.get(name)).as(name).containsExactly(y));
  }

  /** The first rows are those of fewer. */
  private static void checkPrefix(Map<String, double[]> found, Map<String, double[]> few) {
    few.forEach(
        (name, y) ->
            assertThat(Arrays.copyOf(found.get(name), y.length)).as(name).containsExactly(y));
  }

  private void seed(ExecutableGraph executable, long seed, Generator generator) {
    capability(executable, RandomNumbers.class).set(new RngOptions(seed, generator));
  }

  @ParameterizedTest
  @EnumSource(Generator.class)
  void theSameSeedGivesTheSameBits(Generator generator) throws Exception {
    CompiledGraph compiled = compile(everything());
    ExecutableGraph first = opened(compiled.newExecutable());
    seed(first, 7, generator);
    Map<String, double[]> expected = run(first, 5);
    checkSame(run(first, 5), expected);
    ExecutableGraph fork = opened(capability(first, Forking.class).fork());
    assertThat(capability(fork, RandomNumbers.class).options())
        .isEqualTo(new RngOptions(7, generator));
    checkSame(run(fork, 5), expected);
    List<Callable<Map<String, double[]>>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ExecutableGraph own = opened(compiled.newExecutable());
      seed(own, 7, generator);
      tasks.add(() -> run(own, 5));
    }
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (Future<Map<String, double[]>> found : threads.invokeAll(tasks)) {
        checkSame(found.get(), expected);
      }
    } finally {
      threads.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(Generator.class)
  void rowsDoNotDependOnHowManyFollow(Generator generator) {
    ExecutableGraph executable = executable(everything());
    seed(executable, 3, generator);
    Map<String, double[]> many = run(executable, 37);
    checkPrefix(many, run(executable, 1));
    checkPrefix(many, run(executable, 5));
    checkPrefix(many, run(executable, 32));
  }

  @ParameterizedTest
  @EnumSource(Generator.class)
  void rowsBeyondTheExtentChangeNoOther(Generator generator) {
    ExecutableGraph executable = executable(everything());
    seed(executable, 3, generator);
    Map<String, double[]> few = run(executable, 11);
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    extent.set(11, 16);
    checkPrefix(run(executable, 16), few);
  }

  @Test
  void drawsAloneLeaveRowsOutAsOtherOpsDo() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(COLUMNS));
    ValueId noise = like(x, new Normal(RandomKey.of(1), DType.F32, 0, 1));
    NamedGraph noisy = named(binary(OpKind.ADD, x, noise), "x", x);
    NamedGraph plain = named(binary(OpKind.ADD, x, x), "x", x);
    ExecutableGraph alone = executable(noisy);
    ExecutableGraph without = executable(plain);
    assertThat(capability(alone, ActiveExtent.class).isHonoured(16))
        .isEqualTo(capability(without, ActiveExtent.class).isHonoured(16));
  }

  @ParameterizedTest
  @EnumSource(value = Generator.class, names = "ZERO", mode = EnumSource.Mode.EXCLUDE)
  void anotherSeedGivesOtherBits(Generator generator) {
    ExecutableGraph executable = executable(everything());
    seed(executable, 1, generator);
    Map<String, double[]> one = run(executable, 40);
    seed(executable, 2, generator);
    run(executable, 40).forEach((name, y) -> assertThat(y).as(name).isNotEqualTo(one.get(name)));
    seed(executable, 1, generator);
    checkSame(run(executable, 40), one);
  }

  @Test
  void philoxFromSeedZeroUnlessSaidOtherwise() {
    ExecutableGraph executable = executable(everything());
    assertThat(capability(executable, RandomNumbers.class).options())
        .isEqualTo(new RngOptions(0, Generator.PHILOX));
    Map<String, double[]> unset = run(executable, 3);
    seed(executable, 0, Generator.PHILOX);
    checkSame(run(executable, 3), unset);
  }

  @Test
  void zerosLeaveTheArithmetic() {
    ExecutableGraph executable = executable(everything());
    seed(executable, 9, Generator.ZERO);
    Map<String, double[]> found = run(executable, 2);
    for (DType dtype : List.of(DType.F32, DType.F64, DType.F16)) {
      assertThat(found.get("uniform " + dtype)).containsOnly(-1);
      assertThat(found.get("normal " + dtype)).containsOnly(1);
      assertThat(found.get("trial " + dtype)).containsOnly(1);
      assertThat(found.get("pick " + dtype)).containsOnly(0);
      assertThat(found.get("dropped " + dtype)).containsOnly(0);
    }
  }

  @Test
  void nodesDrawApartUnlessTheyShareAKeyOrASeed() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(COLUMNS));
    RandomKey own = RandomKey.of(1).withSeed(5);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("a", like(x, new Uniform(RandomKey.of(1), DType.F32, 0, 1)));
    outputs.put("b", like(x, new Uniform(RandomKey.of(2), DType.F32, 0, 1)));
    outputs.put("same", like(x, new Uniform(RandomKey.of(1), DType.F32, 0, 1)));
    outputs.put("own", like(x, new Uniform(own, DType.F32, 0, 1)));
    ExecutableGraph executable = executable(new NamedGraph("keys", graph, Map.of("x", x), outputs));
    Map<String, double[]> found = run(executable, 4);
    assertThat(found.get("a")).isNotEqualTo(found.get("b"));
    assertThat(found.get("same")).containsExactly(found.get("a"));
    assertThat(found.get("own")).isNotEqualTo(found.get("a"));
    seed(executable, 123, Generator.PHILOX);
    Map<String, double[]> other = run(executable, 4);
    assertThat(other.get("own")).containsExactly(found.get("own"));
    assertThat(other.get("a")).isNotEqualTo(found.get("a"));
  }

  @ParameterizedTest
  @EnumSource(Generator.class)
  void onePassDrawsWhatCompiledRunsDo(Generator generator) {
    NamedGraph named = everything();
    ExecutableGraph executable = executable(named);
    seed(executable, 31, generator);
    PipelinedExecutor executor =
        opened(new PipelinedExecutor(machine().devices(), machine().planning()));
    Realization realization =
        Realization.of(named, Map.of("x", rows(5))).rng(new RngOptions(31, generator));
    try (Realized realized = executor.realize(realization)) {
      Map<String, double[]> found = new LinkedHashMap<>();
      named.outputs().forEach((name, id) -> found.put(name, realized.onHost(id).toDoubles()));
      checkSame(found, run(executable, 5));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Generator.class, names = "ZERO", mode = EnumSource.Mode.EXCLUDE)
  void meansAndVariancesAreThoseOfTheDistribution(Generator generator) {
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      checkMoments(generator, new Uniform(RandomKey.of(4), dtype, -1, 3), 1, 16.0 / 12, 1.8);
      checkMoments(generator, new Normal(RandomKey.of(4), dtype, 2, 3), 2, 9, 3);
    }
  }

  /**
   * @param kurtosis the fourth central moment over the square of the second: the variance of the
   *     empirical variance is {@code (kurtosis - 1) variance^2 / draws}
   */
  private void checkMoments(
      Generator generator, Draw draw, double mean, double variance, double kurtosis) {
    ValueId x = input("x", DType.F32, N, Extent.fixed(COLUMNS));
    ValueId shape = longs(MANY);
    ExecutableGraph executable = executable(named(graph.apply("draw", draw, shape), "x", x));
    seed(executable, 11, generator);
    double[] draws = run(executable, 1).get("y");
    double sum = Arrays.stream(draws).sum() / MANY;
    double squares = Arrays.stream(draws).map(y -> (y - mean) * (y - mean)).sum() / MANY;
    assertThat(sum).isCloseTo(mean, within(DEVIATIONS * Math.sqrt(variance / MANY)));
    assertThat(squares)
        .isCloseTo(variance, within(DEVIATIONS * variance * Math.sqrt((kurtosis - 1) / MANY)));
  }

  @ParameterizedTest
  @EnumSource(value = Generator.class, names = "ZERO", mode = EnumSource.Mode.EXCLUDE)
  void classesAndTrialsComeAsOftenAsTheirProbabilitiesSay(Generator generator) {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    Multinomial picks = new Multinomial(RandomKey.of(1), MANY, DType.I32);
    ExecutableGraph executable = executable(named(graph.apply("pick", picks, x), "x", x));
    seed(executable, 5, generator);
    float[] logarithms = {(float) Math.log(6), Float.NEGATIVE_INFINITY, (float) Math.log(2)};
    double[] found = doubles(executable, Tensor.of(logarithms, 1, 3)).get("y");
    assertThat(found).containsOnly(0, 2);
    double last = Arrays.stream(found).filter(y -> y == 2).count();
    double deviation = Math.sqrt(MANY * 0.25 * 0.75);
    assertThat(last).isCloseTo(MANY * 0.25, within(DEVIATIONS * deviation));

    ValueId p = input("x", DType.F64, N);
    ExecutableGraph trials =
        executable(named(graph.apply("trial", new Bernoulli(RandomKey.of(1)), p), "x", p));
    seed(trials, 5, generator);
    double[] quarters = new double[MANY];
    Arrays.fill(quarters, 0.25);
    double successes = Arrays.stream(doubles(trials, Tensor.of(quarters, MANY)).get("y")).sum();
    assertThat(successes).isCloseTo(MANY * 0.25, within(DEVIATIONS * deviation));
    double[] certain = doubles(trials, Tensor.of(new double[] {0, 1, Double.NaN}, 3)).get("y");
    assertThat(certain).containsExactly(0, 1, 0);
  }

  @Test
  void aRowWithoutAnyClassIsRefused() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    Multinomial picks = new Multinomial(RandomKey.of(1), 2, DType.I64);
    ExecutableGraph executable = executable(named(graph.apply("pick", picks, x), "x", x));
    float none = Float.NEGATIVE_INFINITY;
    Tensor rows = Tensor.of(new float[] {0, 1, none, Float.NaN}, 2, 2);
    assertThatThrownBy(() -> executable.run(Map.of("x", rows)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("'pick' (Multinomial)")
        .hasMessageContaining("no class has a finite logarithm");
  }

  @Test
  void dropoutFollowsItsRatioAndMode() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(COLUMNS));
    ValueId ratio = input("ratio", DType.F32);
    ValueId trains = input("trains", DType.BOOL);
    ValueId kept = graph.apply("drop", new Dropout(RandomKey.of(1)), x, ratio, trains);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("ratio", ratio);
    inputs.put("trains", trains);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("y", kept);
    outputs.put("mask", new ValueId(kept.node(), 1));
    ExecutableGraph executable = executable(new NamedGraph("dropout", graph, inputs, outputs));
    double[] data = rows(500).toDoubles();
    Map<String, double[]> dropped = dropped(executable, 0.25f, true);
    long keptCount = 0;
    for (int i = 0; i < data.length; i++) {
      boolean isKept = dropped.get("mask")[i] == 1;
      keptCount += isKept ? 1 : 0;
      assertThat(dropped.get("y")[i]).isEqualTo(isKept ? (float) data[i] / 0.75f : 0);
    }
    double deviation = Math.sqrt(data.length * 0.25 * 0.75);
    assertThat((double) keptCount).isCloseTo(data.length * 0.75, within(DEVIATIONS * deviation));
    for (Map<String, double[]> all :
        List.of(dropped(executable, 0.25f, false), dropped(executable, 0, true))) {
      assertThat(all.get("y")).containsExactly(data);
      assertThat(all.get("mask")).containsOnly(1);
    }
    assertThatThrownBy(() -> dropped(executable, 1, true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("the ratio should be from 0 to before 1 but is 1.0");
  }

  private static Map<String, double[]> dropped(
      ExecutableGraph executable, float ratio, boolean trains) {
    Map<String, double[]> found = new LinkedHashMap<>();
    executable
        .run(
            Map.of(
                "x",
                rows(500),
                "ratio",
                Tensor.of(new float[] {ratio}),
                "trains",
                Tensor.wrap(DType.BOOL, new byte[] {(byte) (trains ? 1 : 0)})))
        .forEach((name, y) -> found.put(name, ((Tensor) y).toDoubles()));
    return found;
  }

  @Test
  void withoutRandomOpsThereIsNoSuchAbility() {
    assertThat(executable(network()).capability(RandomNumbers.class)).isEmpty();
    ValueId x = input("x", DType.F32, N, Extent.fixed(COLUMNS));
    ValueId kept = graph.apply("drop", new Dropout(RandomKey.of(1)), x, number(0.5f), flag(false));
    ExecutableGraph inference = executable(named(binary(OpKind.ADD, kept, x), "x", x));
    assertThat(inference.capability(RandomNumbers.class)).isEmpty();
  }
}
