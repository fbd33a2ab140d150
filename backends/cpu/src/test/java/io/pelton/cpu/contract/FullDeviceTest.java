package io.pelton.cpu.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.ArenaTooLarge;
import io.pelton.engine.executable.BucketedCompileCache;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableCapability;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.executable.Pipelining;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A device that refuses any one allocation of a life of an executable: what needed it fails with
 * the device's error and works when it is done again, with the results of a device that has room.
 */
class FullDeviceTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));
  private static final Extent M = Extent.symbolic(new SymbolId("M"));
  private static final Tensor ONE = Tensor.of(new float[] {1}, 1, 1);
  private static final Tensor ROW = Tensor.of(new float[] {7, 8}, 1, 2);

  /** One life on one machine. */
  private final class Life {
    private final SecondDevice second;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<float[]> results = new ArrayList<>();
    private final List<ArenaTooLarge> refusals = new ArrayList<>();

    private Life(SecondDevice second) {
      this.second = second;
    }

    private <T> T done(Supplier<T> step) {
      try {
        return step.get();
      } catch (ArenaTooLarge e) {
        refusals.add(e);
        return step.get();
      }
    }

    private void done(Runnable step) {
      done(
          () -> {
            step.run();
            return true;
          });
    }

    private void result(Tensor tensor) {
      results.add(tensor.toFloats());
    }

    private <T extends AutoCloseable> T opened(Supplier<T> step) {
      T made = done(step);
      opened.add(made);
      return made;
    }

    private CompiledGraph compile(NamedGraph graph) {
      return opened(
          () ->
              CompiledGraph.compile(graph, Machines.on(second).options().withPlanCacheCapacity(1)));
    }

    private void close() throws Exception {
      for (int i = opened.size() - 1; i >= 0; i--) {
        opened.get(i).close();
      }
      Machines.on(second).checkReleased().run();
    }
  }

  private static <T extends ExecutableCapability> T of(ExecutableGraph executable, Class<T> type) {
    return executable.capability(type).orElseThrow();
  }

  /**
   * grown [M+1,2] = cache [M,2] and row behind it; doubled [M,2]; scaled [1,2] = row * w; in
   * segments, as many ones as count says.
   */
  private static NamedGraph graph(boolean inSegments) {
    Graph graph = new Graph();
    ValueId cache = graph.input("cache", type(M, Extent.fixed(2)));
    ValueId row = graph.input("row", type(Extent.fixed(1), Extent.fixed(2)));
    ValueId count = graph.input("count", type(Extent.fixed(1), Extent.fixed(1)));
    ValueId w = graph.input("w", type(Extent.fixed(2)));
    graph.markParameter(w);
    ReduceOp.Reduce first = new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false);
    ValueId axis = graph.constant("axis", Tensor.of(new long[] {0}, 1));
    ValueId number = graph.apply("number", first, count, axis);
    ValueId length = graph.apply("length", new ElementwiseOp.Cast(DType.I64), number);
    ValueId one = graph.constant("one", Tensor.of(new float[] {1}, 1));
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("cache", cache);
    inputs.put("row", row);
    inputs.put("count", count);
    inputs.put("w", w);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("grown", graph.apply("grown", new ShapeOp.Concat(0), cache, row));
    outputs.put("doubled", sum(graph, cache, cache));
    outputs.put("scaled", graph.apply("scaled", new ElementwiseOp.Binary(OpKind.MUL), row, w));
    outputs.put(
        "last",
        inSegments
            ? graph.apply("cut", new ViewOp.Expand(), one, length)
            : sum(graph, count, count));
    return new NamedGraph("life", graph, inputs, outputs);
  }

  private static ValueId sum(Graph graph, ValueId a, ValueId b) {
    return graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), a, b);
  }

  private static ValueType type(Extent... extents) {
    return ValueType.tensor(DType.F32, Shape.of(extents));
  }

  private void live(Life life, boolean inSegments) {
    CompiledGraph compiled = life.compile(graph(inSegments));
    ExecutableGraph first = life.opened(compiled::newExecutable);
    Parameters parameters = of(first, Parameters.class);
    life.done(() -> parameters.set("w", Tensor.of(new float[] {2, 3}, 2)));
    life.done(parameters::finalizeParameters);
    ResidentHandles residents = of(first, ResidentHandles.class);
    life.done(() -> residents.bind("cache", Tensor.of(new float[] {1, 2, 3, 4}, 2, 2)));
    life.done(residents::stage);
    life.done(() -> first.runSlots(null, ROW, ONE));
    life.result(life.done(() -> (Tensor) first.output(2)));
    life.done(() -> of(first, HandleFeeds.class).feed("cache", 0));
    for (int run = 0; run < 3; run++) {
      life.done(() -> first.runSlots(null, ROW, ONE));
      life.result(life.done(() -> (Tensor) first.output(1)));
      life.result(life.done(() -> residents.read("cache")));
    }
    of(first, HandleFeeds.class).remove("cache");
    life.done(() -> of(first, HandleFeeds.class).feed("row", 2));
    life.done(() -> first.runSlots(null, ROW, ONE));
    life.result(life.done(() -> residents.readRow("row", 0)));
    of(first, HandleFeeds.class).remove("row");
    ExecutableGraph second = life.opened(() -> of(first, Forking.class).fork());
    for (ExecutableGraph executable : List.of(first, second)) {
      of(executable, KvRows.class).register("cache", 2, 0);
    }
    ResidentHandles others = of(second, ResidentHandles.class);
    life.done(() -> others.prepare("cache", 8, 2));
    life.done(() -> of(second, KvRows.class).seedPrefixFrom(first, 4));
    life.done(() -> second.runSlots(null, ROW, ONE));
    life.done(() -> of(second, KvRows.class).feedRow(0, 5));
    life.result(life.done(() -> others.read("cache")));
    float[] target = new float[2];
    life.done(() -> of(second, OutputTargets.class).bind(2, Tensor.of(target, 1, 2)));
    life.done(() -> second.runSlots(null, ROW, ONE));
    life.results.add(target);
    second
        .capability(Pipelining.class)
        .ifPresent(
            pipelining -> {
              life.done(() -> pipelining.commit(null, ROW, ONE));
              life.done(pipelining::await);
              Map<String, Tensor> set = Map.of("row", ROW, "count", ONE);
              life.done(() -> pipelining.runPipelined(List.of(set, set)))
                  .forEach(outputs -> outputs.forEach(value -> life.result((Tensor) value)));
            });
    life.done(() -> of(second, Parameters.class).set("w", Tensor.of(new float[] {5, 6}, 2)));
    life.done(() -> of(second, Parameters.class).finalizeParameters());
    life.done(() -> of(first, Parameters.class).copyFrom(second));
    for (ExecutableGraph executable : List.of(first, second)) {
      life.done(() -> executable.runSlots(null, ROW, ONE));
      life.result(life.done(() -> (Tensor) executable.output(2)));
    }
  }

  /** y = x * 2 in buckets. */
  private void liveInBuckets(Life life) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", type(N, Extent.fixed(2)));
    ValueId two = graph.constant("two", Tensor.of(new float[] {2, 3}, 2));
    ValueId y = graph.apply("y", new ElementwiseOp.Binary(OpKind.MUL), x, two);
    CompiledGraph compiled =
        life.compile(new NamedGraph("scaled", graph, Map.of("x", x), Map.of("y", y)));
    BucketedCompileCache cache =
        life.opened(() -> BucketedCompileCache.builder(compiled).ladder(1, 16).capacity(2).build());
    for (int rows : new int[] {1, 3, 9, 2, 16, 3}) {
      float[] data = new float[2 * rows];
      Arrays.fill(data, rows);
      Tensor batch = Tensor.of(data, rows, 2);
      life.result((Tensor) life.done(() -> cache.runPadded(Map.of("x", batch))).get("y"));
    }
  }

  enum Kind {
    PLANNED,
    IN_SEGMENTS,
    IN_BUCKETS
  }

  private void live(Life life, Kind kind) {
    if (kind == Kind.IN_BUCKETS) {
      liveInBuckets(life);
    } else {
      live(life, kind == Kind.IN_SEGMENTS);
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(Kind.values());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anyAllocationMayBeRefused(Kind kind) throws Exception {
    Life expected = new Life(new SecondDevice());
    live(expected, kind);
    expected.close();
    boolean isRefused = true;
    int refused = 0;
    for (int after = 0; isRefused; after++) {
      for (SecondDevice device : List.of(new SecondDevice(), SecondDevice.beside())) {
        Life life = new Life(device);
        device.memory().refuseAfter(after);
        try {
          live(life, kind);
        } catch (RuntimeException | Error e) {
          throw new AssertionError("allocation " + after + " refused: " + e, e);
        }
        isRefused = device.memory().hasRefused();
        refused += life.refusals.size();
        device.memory().refuseAfter(-1);
        life.close();
        assertThat(life.refusals).hasSize(isRefused ? 1 : 0);
        assertThat(life.results).hasSameSizeAs(expected.results);
        for (int i = 0; i < life.results.size(); i++) {
          assertThat(life.results.get(i))
              .as("result %s with allocation %s refused", i, after)
              .containsExactly(expected.results.get(i));
        }
      }
    }
    assertThat(refused).isGreaterThan(10);
  }
}
