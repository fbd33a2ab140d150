package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.NoBucket;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.BucketedCompileCache;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

/** What a {@link BucketedCompileCache} over the rows of batches promises, on any backend. */
public abstract class BucketContract extends GraphFixture {
  private BucketedCompileCache ladder(CompiledGraph compiled, int upper) {
    return opened(BucketedCompileCache.builder(compiled).ladder(1, upper).build());
  }

  private static float[] padded(BucketedCompileCache cache, Tensor x) {
    return ((Tensor) cache.runPadded(Map.of("x", x)).get("y")).toFloats();
  }

  @Test
  void everyLengthHasTheBitsOfAnExactRun() {
    NamedGraph network = network();
    CompiledGraph exact =
        opened(CompiledGraph.compile(network, machine().options().withBucketRows(false)));
    BucketedCompileCache cache = ladder(compile(network), 64);
    for (int rows = 1; rows <= 64; rows++) {
      Tensor x = Tensor.of(random(rows * 5), rows, 5);
      try (ExecutableGraph executable = exact.newExecutable()) {
        assertThat(padded(cache, x)).as("%d rows", rows).containsExactly(run(executable, "x", x));
      }
    }
    assertThat(cache.statistics().compiles()).isEqualTo(7);
    assertThat(cache.statistics().hits()).isEqualTo(57);
    assertThat(cache.statistics().runs()).isEqualTo(64);
    assertThat(cache.statistics().buckets()).isEqualTo(7);
    assertThat(cache.statistics().evictions()).isZero();
  }

  @Test
  void lengthsBeyondTheRangesAreRefused() {
    BucketedCompileCache cache = ladder(compile(network()), 64);
    for (int rows = 65; rows <= 70; rows++) {
      int length = rows;
      Tensor x = Tensor.of(random(rows * 5), rows, 5);
      assertThatThrownBy(() -> cache.runPadded(Map.of("x", x)))
          .isInstanceOfSatisfying(
              NoBucket.class,
              e -> {
                assertThat(e.graph()).isEqualTo("test");
                assertThat(e.symbol()).isEqualTo("N");
                assertThat(e.length()).isEqualTo(length);
                assertThat(e.ranges()).startsWith("1, 2, 3 to 4, 5 to 8").endsWith("33 to 64");
              });
      assertThatThrownBy(() -> cache.executable(length)).isInstanceOf(NoBucket.class);
      assertThatThrownBy(() -> cache.upper(length)).isInstanceOf(NoBucket.class);
    }
    assertThat(cache.statistics().compiles()).isZero();
  }

  @Test
  void lengthsBetweenTheRangesAreRefused() {
    BucketedCompileCache cache =
        opened(BucketedCompileCache.builder(compile(network())).range(2, 3).range(6, 7).build());
    for (int length : new int[] {0, 1, 4, 5, 8}) {
      assertThatThrownBy(() -> cache.upper(length))
          .isInstanceOf(NoBucket.class)
          .hasMessageContaining("2 to 3, 6 to 7");
    }
    assertThat(padded(cache, Tensor.of(random(10), 2, 5))).hasSize(6);
    assertThat(cache.upper(6)).isEqualTo(7);
  }

  /** What an earlier, longer run left in the padding must not come out, nor stop a run. */
  @Test
  void whatLongerRunsHeldNeverLeaks() {
    NamedGraph network = network();
    ExecutableGraph exact = executable(network);
    BucketedCompileCache cache = ladder(compile(network), 64);
    for (float poison : new float[] {Float.NaN, Float.POSITIVE_INFINITY, -Float.MAX_VALUE}) {
      float[] poisoned = new float[64 * 5];
      Arrays.fill(poisoned, poison);
      padded(cache, Tensor.of(poisoned, 64, 5));
      for (int rows : new int[] {60, 33, 47}) {
        Tensor x = Tensor.of(random(rows * 5), rows, 5);
        assertThat(padded(cache, x)).containsExactly(run(exact, "x", x));
      }
    }
  }

  @Test
  void anEmptyBatchGivesEmptyOutputs() {
    BucketedCompileCache cache = ladder(compile(network()), 4);
    Tensor y = (Tensor) cache.runPadded(Map.of("x", Tensor.of(new float[0], 0, 5))).get("y");
    assertThat(y.dims()).containsExactly(0, 3);
    assertThat(cache.upper(0)).isEqualTo(1);
  }

  @Test
  void inputsThatShareTheLengthAreAllPadded() {
    ValueId a = input("a", DType.F64, N, Extent.fixed(2));
    ValueId b = input("b", DType.F64, N, Extent.fixed(1));
    ValueId c = input("c", DType.F64, Extent.fixed(2));
    ValueId product = binary(OpKind.MUL, binary(OpKind.ADD, a, b), c);
    BucketedCompileCache cache = ladder(compile(named(product, "a", a, "b", b, "c", c)), 8);
    Tensor left = Tensor.of(new double[] {1, 2, 3, 4, 5, 6}, 3, 2);
    Tensor right = Tensor.of(new double[] {10, 20, 30}, 3, 1);
    Tensor factor = Tensor.of(new double[] {2, 3}, 2);
    Tensor y = (Tensor) cache.runPadded(Map.of("a", left, "b", right, "c", factor)).get("y");
    assertThat(y.dims()).containsExactly(3, 2);
    assertThat(y.toDoubles()).containsExactly(22, 36, 46, 72, 70, 108);
    Tensor shorter = Tensor.of(new double[] {10, 20}, 2, 1);
    assertThatThrownBy(() -> cache.runPadded(Map.of("a", left, "b", shorter, "c", factor)))
        .isInstanceOfSatisfying(
            InputMismatch.class,
            e -> {
              assertThat(e.input()).isEqualTo("b");
              assertThat(e.what()).isEqualTo("axis 0 (N)");
              assertThat(e.expected()).startsWith("3");
              assertThat(e.found()).isEqualTo("2");
            });
    assertThatThrownBy(() -> cache.runPadded(Map.of("a", left, "b", right)))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("'c'");
    assertThatThrownBy(() -> cache.runPadded(Map.of("a", left, "z", right)))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("'z'");
    assertThatThrownBy(() -> cache.runPadded(Map.of("c", factor)))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("'a'");
  }

  @Test
  void wrongInputsAreRefusedBeforeTheyAreCopied() {
    BucketedCompileCache cache = ladder(compile(network()), 8);
    assertThatThrownBy(() -> padded(cache, Tensor.of(new float[8], 2, 4)))
        .isInstanceOf(InputMismatch.class);
    assertThatThrownBy(() -> padded(cache, Tensor.of(new double[10], 2, 5)))
        .isInstanceOf(InputMismatch.class);
    assertThatThrownBy(() -> padded(cache, Tensor.of(new float[10], 10)))
        .isInstanceOf(InputMismatch.class);
    assertThat(padded(cache, Tensor.of(new float[15], 3, 5))).hasSize(9);
  }

  @Test
  void anErrorInARunLeavesTheCacheUsable() {
    ValueId x = input("x", DType.I64, N);
    NamedGraph picks = named(graph.apply("pick", new ShapeOp.Gather(0), floats(3), x), "x", x);
    BucketedCompileCache cache = ladder(compile(picks), 8);
    float[] table = random(3);
    Tensor wrong = Tensor.of(new long[] {0, 1, 7, 2, 9, 9}, 6);
    assertThatThrownBy(() -> padded(cache, wrong)).isInstanceOf(InvalidValue.class);
    ActiveExtent extent = capability(cache.executable(6), ActiveExtent.class);
    assertThat(extent.actual()).isEmpty();
    assertThat(padded(cache, Tensor.of(new long[] {2, 1, 0, 2, 1}, 5)))
        .containsExactly(table[2], table[1], table[0], table[2], table[1]);
    assertThat(extent.actual()).isEmpty();
    assertThat(cache.statistics().runs()).isEqualTo(1);
  }

  @Test
  void outputsBelongToTheCallerAndHoldNothingElse() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("twice", binary(OpKind.ADD, x, x));
    outputs.put("same", x);
    outputs.put("constant", floats(4, 2));
    NamedGraph named = new NamedGraph("test", graph, Map.of("x", x), outputs);
    BucketedCompileCache cache = ladder(compile(named), 8);
    Map<String, Value> first =
        cache.runPadded(Map.of("x", Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2)));
    cache.runPadded(Map.of("x", Tensor.of(new float[8], 4, 2)));
    assertThat(first.keySet()).containsExactly("twice", "same", "constant");
    assertThat(((Tensor) first.get("twice")).toFloats()).containsExactly(2, 4, 6, 8, 10, 12);
    assertThat(((Tensor) first.get("same")).toFloats()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(((Tensor) first.get("twice")).storage().length()).isEqualTo(6);
    assertThat(((Tensor) first.get("constant")).toFloats()).containsExactly(random(8));
  }

  /** On the host, where the pinned device has no kernels for strings. */
  @Test
  void stringsArePaddedToo() {
    ValueId words = input("words", DType.STRING, N, Extent.fixed(2));
    ValueId known = graph.constant("known", Tensor.of(new String[] {"ja", ""}, 2));
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("equal", binary(OpKind.EQUAL, words, known));
    outputs.put("same", graph.apply("copy", new ShapeOp.Copy(), words));
    NamedGraph named = new NamedGraph("test", graph, Map.of("words", words), outputs);
    BucketedCompileCache cache = ladder(compileOnHostToo(named), 8);
    for (int rows : new int[] {7, 8, 5, 1, 3}) {
      String[] texts = new String[rows * 2];
      Arrays.setAll(texts, i -> List.of("", "ja", "a longer text", "ż").get((i + rows) % 4));
      Map<String, Value> found = cache.runPadded(Map.of("words", Tensor.of(texts, rows, 2)));
      assertThat(((Tensor) found.get("same")).toStrings()).containsExactly(texts);
      assertThat(found.get("same"))
          .extracting(v -> ((Tensor) v).storage().length())
          .isEqualTo(rows * 2L);
      long[] equal = ((Tensor) found.get("equal")).toLongs();
      for (int i = 0; i < texts.length; i++) {
        assertThat(equal[i]).isEqualTo(texts[i].equals(i % 2 == 0 ? "ja" : "") ? 1 : 0);
      }
    }
  }

  /** Empty strings would be refused like any other that is no number. */
  @Test
  void textBeyondTheRowsIsNotRead() {
    ValueId words = input("words", DType.STRING, N);
    NamedGraph named =
        named(graph.apply("number", new ElementwiseOp.Cast(DType.I64), words), "words", words);
    BucketedCompileCache cache = ladder(compileOnHostToo(named), 4);
    Map<String, Tensor> wrong = Map.of("words", Tensor.of(new String[] {"1", "2", "3", "no"}, 4));
    assertThatThrownBy(() -> cache.runPadded(wrong)).isInstanceOf(InvalidValue.class);
    if (capability(cache.executable(3), ActiveExtent.class).isHonoured(4)) {
      Map<String, Tensor> right = Map.of("words", Tensor.of(new String[] {"4", "5", "-6"}, 3));
      assertThat(((Tensor) cache.runPadded(right).get("y")).toLongs()).containsExactly(4, 5, -6);
    }
  }

  @Test
  void listsOfOneValueARowAreCutOff() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    Tensor labels = Tensor.of(new long[] {7, 8}, 2);
    NamedGraph named = named(graph.apply("zip", new ScoringOp.ZipMap(labels), x), "x", x);
    BucketedCompileCache cache = ladder(compileOnHostToo(named), 8);
    for (int rows : new int[] {8, 5, 0, 6}) {
      float[] scores = random(rows * 2);
      Value y = cache.runPadded(Map.of("x", Tensor.of(scores, rows, 2))).get("y");
      List<Value> values = ((Sequence) y).values();
      assertThat(values).hasSize(rows);
      for (int row = 0; row < rows; row++) {
        assertThat(((Mapping) values.get(row)).values().toFloats())
            .containsExactly(scores[2 * row], scores[2 * row + 1]);
      }
    }
  }

  private CompiledGraph compileOnHostToo(NamedGraph named) {
    DeviceId host = machine().devices().host().id();
    CompileOptions options =
        machine().options().withPlanning(machine().planning().withFallbackPlacements(host));
    return opened(CompiledGraph.compile(named, options));
  }

  @Test
  void rowsDrawTheNumbersOfAnExactRun() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    ValueId drawn = graph.apply("draw", new RandomOp.Bernoulli(RandomKey.of("draw")), x);
    ValueId y = graph.apply("number", new ElementwiseOp.Cast(DType.F32), drawn);
    NamedGraph named = named(y, "x", x);
    ExecutableGraph exact = executable(named);
    BucketedCompileCache cache = ladder(compile(named), 32);
    for (int rows : new int[] {32, 17, 31, 2}) {
      float[] halves = new float[rows * 3];
      Arrays.fill(halves, 0.5f);
      Tensor probabilities = Tensor.of(halves, rows, 3);
      assertThat(padded(cache, probabilities)).containsExactly(run(exact, "x", probabilities));
    }
  }

  /** A length that happens to be that of the bucket is no row. */
  @Test
  void onlyRowsAreCutOff() {
    ValueId x = input("x", DType.F32, N, M);
    ValueId y = graph.apply("relu", new ViewOp.Transpose(List.of(0, 1)), x);
    BucketedCompileCache cache = ladder(compile(named(binary(OpKind.ADD, y, y), "x", x)), 4);
    Tensor found = (Tensor) cache.runPadded(Map.of("x", Tensor.of(random(12), 3, 4))).get("y");
    assertThat(found.dims()).containsExactly(3, 4);
    Tensor other = (Tensor) cache.runPadded(Map.of("x", Tensor.of(random(6), 3, 2))).get("y");
    assertThat(other.dims()).containsExactly(3, 2);
  }

  @Test
  void inputsMayLieAnywhereAndAnyhow() {
    NamedGraph network = network();
    ExecutableGraph exact = executable(network);
    BucketedCompileCache cache = ladder(compile(network), 8);
    float[] data = random(15);
    float[] expected = run(exact, "x", Tensor.of(data, 3, 5));
    ByteBuffer columns = ByteBuffer.allocateDirect(60).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 15; i++) {
      columns.putFloat(4 * (i % 5 * 3 + i / 5), data[i]);
    }
    try (NativeStorage storage = NativeStorage.wrap(DType.F32, columns, () -> {})) {
      Layout byColumn = Layout.of(new long[] {3, 5}, new long[] {1, 3}, 0);
      assertThat(padded(cache, new Tensor(storage, byColumn))).containsExactly(expected);
    }
    assertThat(padded(cache, Tensor.of(data, 3, 5))).containsExactly(expected);
    assertThat(cache.executable(3).statistics().planMisses()).isEqualTo(1);
  }

  @Test
  void theLeastRecentlyUsedIsClosed() {
    BucketedCompileCache cache =
        opened(BucketedCompileCache.builder(compile(network())).ladder(1, 8).capacity(2).build());
    ExecutableGraph one = cache.executable(1);
    ExecutableGraph two = cache.executable(2);
    padded(cache, Tensor.of(random(10), 2, 5));
    padded(cache, Tensor.of(random(5), 1, 5));
    long before = cache.statistics().bytes();
    assertThat(before).isPositive();
    padded(cache, Tensor.of(random(40), 8, 5));
    assertThatThrownBy(() -> two.runSlots(Tensor.of(random(10), 2, 5)))
        .isInstanceOf(ConcurrentUse.class)
        .hasMessageContaining("closed");
    one.runSlots(Tensor.of(random(5), 1, 5));
    assertThat(cache.statistics().evictions()).isEqualTo(1);
    assertThat(cache.statistics().buckets()).isEqualTo(2);
    assertThat(padded(cache, Tensor.of(random(10), 2, 5))).hasSize(6);
    assertThat(cache.statistics().evictions()).isEqualTo(2);
    assertThat(cache.statistics().compiles()).isEqualTo(4);
    assertThat(cache.statistics().hits()).isEqualTo(2);
  }

  @Test
  void evictionReleasesMemory() {
    BucketedCompileCache cache =
        opened(BucketedCompileCache.builder(compile(network())).ladder(1, 64).capacity(1).build());
    padded(cache, Tensor.of(random(64 * 5), 64, 5));
    ExecutableGraph large = cache.executable(64);
    assertThat(large.statistics().arenaBytes()).isPositive();
    padded(cache, Tensor.of(random(5), 1, 5));
    assertThat(large.statistics().arenaBytes()).isZero();
    assertThat(cache.statistics().bytes())
        .isEqualTo(cache.executable(1).statistics().arenaBytes() + 4 * 5);
  }

  @Test
  void closingClosesEveryExecutable() {
    BucketedCompileCache cache = ladder(compile(network()), 8);
    ExecutableGraph four = cache.executable(3);
    cache.close();
    cache.close();
    assertThatThrownBy(() -> four.runSlots(Tensor.of(random(20), 4, 5)))
        .isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(() -> padded(cache, Tensor.of(random(5), 1, 5)))
        .isInstanceOf(ConcurrentUse.class)
        .hasMessageContaining("bucketed cache of 'test'")
        .hasMessageContaining("closed");
    assertThat(cache.statistics().bytes()).isZero();
  }

  @Test
  void handlesOfABucketStandForItsInputs() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    ValueId state = input("state", DType.F32, N, Extent.fixed(2));
    NamedGraph named = named(binary(OpKind.ADD, x, state), "x", x, "state", state);
    BucketedCompileCache cache = ladder(compile(named), 4);
    Handles handles = capability(cache.executable(3), Handles.class);
    handles.bind("state", Tensor.of(new float[] {10, 20, 30, 40, 50, 60, 70, 80}, 4, 2));
    Tensor ones = Tensor.of(new float[] {1, 1, 1, 1, 1, 1}, 3, 2);
    assertThat(padded(cache, ones)).containsExactly(11, 21, 31, 41, 51, 61);
    handles.bind("x", Tensor.of(new float[8], 4, 2));
    Tensor y = (Tensor) cache.runPadded(3, Map.of()).get("y");
    assertThat(y.toFloats()).containsExactly(10, 20, 30, 40, 50, 60);
    assertThatThrownBy(() -> cache.runPadded(4, Map.of("x", ones)))
        .isInstanceOf(InputMismatch.class);
  }

  @Test
  void cachesOfOneGraphShareWeightsAndNothingElse() throws Exception {
    CompiledGraph compiled = compile(network());
    Tensor x = Tensor.of(random(35), 7, 5);
    float[] expected = padded(ladder(compiled, 8), x);
    List<Callable<float[]>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      BucketedCompileCache own = ladder(compiled, 8);
      tasks.add(() -> padded(own, x));
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<float[]> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).containsExactly(expected);
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void twoThreadsOnOneCacheGetTheirOwnResultsOrAnError() throws Exception {
    BucketedCompileCache shared = ladder(compile(network()), 16);
    Tensor x = Tensor.of(random(35), 7, 5);
    float[] expected = padded(shared, x);
    Tensor other = Tensor.of(random(40), 8, 5);
    float[] expectedOther = padded(shared, other);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      int right = 0;
      List<Callable<Integer>> tasks =
          List.of(() -> right(shared, x, expected), () -> right(shared, other, expectedOther));
      for (Future<Integer> result : threads.invokeAll(tasks)) {
        right += result.get();
      }
      assertThat(right).isPositive();
    } finally {
      threads.shutdown();
    }
  }

  private static int right(BucketedCompileCache shared, Tensor x, float[] expected) {
    int right = 0;
    for (int i = 0; i < 500; i++) {
      try {
        assertThat(padded(shared, x)).containsExactly(expected);
        right++;
      } catch (ConcurrentUse e) {
        assertThat(e.subject()).isEqualTo("bucketed cache of 'test'");
      }
    }
    return right;
  }
}
