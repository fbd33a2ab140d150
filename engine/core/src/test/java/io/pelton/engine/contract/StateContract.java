package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.OutputRows;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What handles hold, whatever their type, whatever they are fed from and however a graph runs. */
public abstract class StateContract extends GraphFixture {
  private static final Tensor ONE = Tensor.of(new float[] {1}, 1, 1);

  private static Map<String, ValueId> ends(Object... ends) {
    Map<String, ValueId> named = new LinkedHashMap<>();
    for (int i = 0; i < ends.length; i += 2) {
      named.put((String) ends[i], (ValueId) ends[i + 1]);
    }
    return named;
  }

  /** Ones, as many as a number on the device says, so that the graph runs in segments. */
  private ValueId cut(ValueId count) {
    ReduceOp.Reduce sum = new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false);
    ValueId number = graph.apply("number", sum, count, longs(0));
    ValueId length = graph.apply("length", new ElementwiseOp.Cast(DType.I64), number);
    ValueId one = graph.constant("one", Tensor.of(new float[] {1}, 1));
    return graph.apply("cut", new ViewOp.Expand(), one, length);
  }

  private ExecutableGraph swapping(boolean inSegments) {
    ValueId a = input("a", DType.F32, Extent.fixed(2));
    ValueId b = input("b", DType.F32, Extent.fixed(2));
    ValueId count = input("count", DType.F32, Extent.fixed(1), Extent.fixed(1));
    ValueId last = inSegments ? cut(count) : binary(OpKind.ADD, count, count);
    Map<String, ValueId> outputs = ends("nextA", b, "nextB", a, "last", last);
    return executable(
        new NamedGraph("swapping", graph, ends("a", a, "b", b, "count", count), outputs));
  }

  private void checkSwaps(ExecutableGraph executable) {
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    HandleFeeds feeds = capability(executable, HandleFeeds.class);
    residents.bind("a", Tensor.of(new float[] {1, 2}, 2));
    residents.bind("b", Tensor.of(new float[] {3, 4}, 2));
    feeds.feed("a", 0);
    feeds.feed("b", 1);
    for (int run = 0; run < 3; run++) {
      Map<String, Value> outputs = executable.run(Map.of("count", ONE));
      float[] first = run % 2 == 0 ? new float[] {3, 4} : new float[] {1, 2};
      float[] second = run % 2 == 0 ? new float[] {1, 2} : new float[] {3, 4};
      assertThat(((Tensor) outputs.get("nextA")).toFloats()).containsExactly(first);
      assertThat(((Tensor) outputs.get("nextB")).toFloats()).containsExactly(second);
      assertThat(residents.read("a").toFloats()).containsExactly(first);
      assertThat(residents.read("b").toFloats()).containsExactly(second);
      assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(first);
      assertThat(((Tensor) executable.output(1)).toFloats()).containsExactly(second);
    }
  }

  @Test
  void handlesMaySwap() {
    checkSwaps(swapping(false));
  }

  @Test
  void handlesMaySwapInSegments() {
    ExecutableGraph executable = swapping(true);
    checkSwaps(executable);
    assertThat(executable.explain()).startsWith("segments planned on the way");
  }

  /** shown = h; next = h + 1. */
  @Test
  void anOutputThatIsAHandleStaysWhenTheHandleIsFed() {
    ValueId h = input("h", DType.F32, Extent.fixed(2));
    ValueId count = input("count", DType.F32, Extent.fixed(1), Extent.fixed(1));
    ValueId one = graph.constant("one", Tensor.of(new float[] {1}, 1));
    Map<String, ValueId> outputs =
        ends("shown", h, "next", binary(OpKind.ADD, h, one), "last", cut(count));
    ExecutableGraph executable =
        executable(new NamedGraph("shown", graph, ends("h", h, "count", count), outputs));
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", Tensor.of(new float[] {1, 2}, 2));
    capability(executable, HandleFeeds.class).feed("h", 1);
    for (int run = 1; run < 4; run++) {
      Map<String, Value> read = executable.run(Map.of("count", ONE));
      assertThat(((Tensor) read.get("shown")).toFloats()).containsExactly(run, run + 1);
      assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(run, run + 1);
      assertThat(residents.read("h").toFloats()).containsExactly(run + 1, run + 2);
    }
    capability(executable, Handles.class).unbind("h");
    assertThat(((Tensor) executable.output(1)).toFloats()).containsExactly(4, 5);
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(3, 4);
  }

  /** The handle is the shape that the next run gives its output. */
  @Test
  void valuesThatShapesFollowFromMayBeFed() {
    ValueId x = input("x", DType.F32, Extent.fixed(6));
    ValueId target = input("target", DType.I64, Extent.fixed(2));
    ValueId y = graph.apply("reshape", new ViewOp.Reshape(false), x, target);
    ValueId turned = graph.apply("turn", new ShapeOp.Gather(0), target, longs(1, 0));
    ExecutableGraph executable =
        executable(
            new NamedGraph(
                "turning", graph, ends("x", x, "target", target), ends("y", y, "turned", turned)));
    capability(executable, Handles.class).bind("target", Tensor.of(new long[] {2, 3}, 2));
    capability(executable, HandleFeeds.class).feed("target", 1);
    Tensor data = Tensor.of(random(6), 6);
    for (int run = 0; run < 4; run++) {
      executable.runSlots(data, null);
      long[] dims = run % 2 == 0 ? new long[] {2, 3} : new long[] {3, 2};
      assertThat(((Tensor) executable.output(0)).dims()).containsExactly(dims);
    }
  }

  /** y [N] = x [N] + x; h declares 2. */
  @Test
  void aFeedOfAnotherShapeIsRefusedAndLeavesTheHandle() {
    ValueId x = input("x", DType.F32, N);
    ValueId h = input("h", DType.F32, Extent.fixed(2));
    Map<String, ValueId> outputs =
        ends("y", binary(OpKind.ADD, x, x), "z", binary(OpKind.ADD, h, h));
    ExecutableGraph executable =
        executable(new NamedGraph("other", graph, ends("x", x, "h", h), outputs));
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", Tensor.of(new float[] {1, 2}, 2));
    capability(executable, HandleFeeds.class).feed("h", 0);
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[] {1, 2, 3}, 3)))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("'h'");
    assertThat(residents.read("h").toFloats()).containsExactly(1, 2);
    executable.runSlots(Tensor.of(new float[] {5, 6}, 2));
    assertThat(residents.read("h").toFloats()).containsExactly(10, 12);
  }

  private NamedGraph cache() {
    ValueId cache = input("cache", DType.F32, M, Extent.fixed(2));
    ValueId row = input("row", DType.F32, Extent.fixed(1), Extent.fixed(2));
    return new NamedGraph(
        "cache",
        graph,
        ends("cache", cache, "row", row),
        ends("made", binary(OpKind.ADD, row, row), "shown", binary(OpKind.ADD, cache, cache)));
  }

  @Test
  void rowsAreCopiedFromASourceThatIsOnlyBound() {
    CompiledGraph compiled = compile(cache());
    ExecutableGraph small = opened(compiled.newExecutable());
    ExecutableGraph large = opened(compiled.newExecutable());
    for (ExecutableGraph executable : new ExecutableGraph[] {small, large}) {
      capability(executable, KvRows.class).register("cache", 0, 0);
    }
    capability(small, ResidentHandles.class)
        .bind("cache", Tensor.of(new float[] {1, 2, 3, 4}, 2, 2));
    capability(large, ResidentHandles.class).bind("cache", Tensor.of(new float[6], 3, 2));
    capability(large, KvRows.class).seedPrefixFrom(small, 2);
    assertThat(capability(large, ResidentHandles.class).read("cache").toFloats())
        .containsExactly(1, 2, 3, 4, 0, 0);
  }

  /** out = h, by an op that moves it as it is. */
  private ExecutableGraph carrying(DType dtype, Extent... extents) {
    ValueId h = input("h", dtype, extents);
    ValueId same = graph.apply("same", new ElementwiseOp.Identity(), h);
    return executable(new NamedGraph("carrying", graph, ends("h", h), ends("y", same)));
  }

  private void checkCarries(ExecutableGraph executable, Tensor value, Tensor other) {
    Handles handles = capability(executable, Handles.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    HandleFeeds feeds = capability(executable, HandleFeeds.class);
    for (boolean isResident : new boolean[] {false, true, true}) {
      if (isResident) {
        residents.bind("h", value);
      } else {
        handles.bind("h", value);
      }
      checkSame(handles.read("h"), value);
      executable.runSlots();
      checkSame((Tensor) executable.output(0), value);
      checkSame((Tensor) executable.run(Map.of("h", other)).get("y"), other);
      checkSame(handles.read("h"), value);
      feeds.feed("h", 0);
      executable.runSlots(other);
      executable.runSlots();
      checkSame((Tensor) executable.output(0), other);
      checkSame(handles.read("h"), other);
      checkSame(residents.read("h"), other);
      feeds.remove("h");
    }
    for (long row = 0; value.dims().length > 0 && row < value.dims()[0]; row++) {
      assertThat(residents.readRow("h", row).dtype()).isEqualTo(value.dtype());
    }
  }

  private static void checkSame(Tensor one, Tensor other) {
    assertThat(one.dims()).containsExactly(other.dims());
    assertThat(one.dtype()).isEqualTo(other.dtype());
    if (one.dtype() == DType.STRING) {
      assertThat(one.toStrings()).containsExactly(other.toStrings());
    } else {
      assertThat(one.toDoubles()).containsExactly(other.toDoubles());
    }
  }

  @Test
  void aHandleMayBeOneNumberOrNone() {
    checkCarries(carrying(DType.F32), Tensor.of(new float[] {3}), Tensor.of(new float[] {-1}));
  }

  @Test
  void aHandleMayBeEmpty() {
    checkCarries(
        carrying(DType.I64, M, Extent.fixed(3)),
        Tensor.of(new long[0], 0, 3),
        Tensor.of(new long[] {1, 2, 3}, 1, 3));
  }

  @Test
  void aHandleMayHaveElementsBelowAByte() {
    Tensor value = Tensor.wrap(DType.I4, new byte[] {0x21, 0x43, 0x05}, 5);
    Tensor other = Tensor.wrap(DType.I4, new byte[] {0x76, 0x15, 0x02}, 5);
    checkCarries(carrying(DType.I4, Extent.fixed(5)), value, other);
  }

  @Test
  void aHandleMayHoldHalves() {
    Tensor value = Tensor.wrap(DType.F16, new short[] {0x3c00, 0x4000}, 2);
    Tensor other = Tensor.wrap(DType.F16, new short[] {0x4200, (short) 0xbc00}, 2);
    checkCarries(carrying(DType.F16, M), value, other);
  }

  @Test
  void aHandleMayHoldTruths() {
    Tensor value = Tensor.wrap(DType.BOOL, new byte[] {1, 0, 1}, 3, 1);
    Tensor other = Tensor.wrap(DType.BOOL, new byte[] {0, 0, 1}, 3, 1);
    checkCarries(carrying(DType.BOOL, N, Extent.fixed(1)), value, other);
  }

  @Test
  void aHandleOnTheHostMayHoldStrings() {
    ExecutableGraph executable = carrying(DType.STRING, N);
    Handles handles = capability(executable, Handles.class);
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    Tensor value = Tensor.of(new String[] {"a", "", "öé"}, 3);
    handles.bind("h", value);
    executable.runSlots();
    checkSame((Tensor) executable.output(0), value);
    checkSame(handles.read("h"), value);
    assertThat(capability(executable, OutputRows.class).readRow(0, 2).toStrings())
        .containsExactly("öé");
    capability(executable, HandleFeeds.class).feed("h", 0);
    Tensor other = Tensor.of(new String[] {"x", "yz"}, 2);
    executable.runSlots(other);
    executable.runSlots();
    checkSame((Tensor) executable.output(0), other);
    checkSame(handles.read("h"), other);
    if (machine().pinned().isHost()) {
      assertThat(residents.readRow("h", 1).toStrings()).containsExactly("yz");
      residents.prepare("h", 2);
      checkSame(residents.read("h"), Tensor.of(new String[] {"", ""}, 2));
    } else {
      assertThatThrownBy(() -> residents.bind("h", value)).isInstanceOf(InputMismatch.class);
      assertThatThrownBy(() -> residents.prepare("h", 2)).isInstanceOf(InputMismatch.class);
    }
  }

  @Test
  void sizesThatAreNoneAreRefused() {
    ExecutableGraph executable = carrying(DType.F32, N, Extent.fixed(2));
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", Tensor.of(new float[] {1, 2}, 1, 2));
    for (long[] dims : new long[][] {{1L << 40, 3}, {1L << 33, 2}, {-1, 2}, {2}, {}}) {
      assertThatThrownBy(() -> residents.prepare("h", dims)).isInstanceOf(InputMismatch.class);
    }
    assertThat(residents.read("h").toFloats()).containsExactly(1, 2);
  }

  @Test
  void aCacheOfOnePlanServesHandlesFeedsAndTargets() {
    CompiledGraph compiled =
        opened(CompiledGraph.compile(withState(), machine().options().withPlanCacheCapacity(1)));
    ExecutableGraph executable = opened(compiled.newExecutable());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.bind("h", Tensor.of(new float[] {1, 1, 1, 2, 2, 2}, 2, 3));
    capability(executable, HandleFeeds.class).feed("h", 1);
    float sum = 3;
    for (int rows : new int[] {1, 5, 2, 1, 9, 0, 5}) {
      float[] y = new float[3 * rows];
      capability(executable, OutputTargets.class).bind(0, Tensor.of(y, rows, 3));
      executable.runSlots(Tensor.of(new float[3 * rows], rows, 3));
      for (float element : y) {
        assertThat(element).isEqualTo(sum);
      }
      float[] z = ((Tensor) executable.output(1)).toFloats();
      assertThat(z).containsExactly(residents.read("h").toFloats());
      sum *= 2;
    }
    assertThat(executable.statistics().planEvictions()).isPositive();
  }

  @Test
  void aGraphMayHaveNoInputs() {
    ValueId constant = graph.constant("five", Tensor.of(new float[] {5, 6}, 2));
    ExecutableGraph executable =
        executable(new NamedGraph("five", graph, Map.of(), ends("y", constant)));
    assertThat(executable.capability(Handles.class)).isEmpty();
    assertThat(((Tensor) executable.run(Map.of()).get("y")).toFloats()).containsExactly(5, 6);
    executable.runSlots();
    float[] target = new float[2];
    capability(executable, OutputTargets.class).bind(0, Tensor.of(target, 2));
    executable.runSlots();
    assertThat(target).containsExactly(5, 6);
    ((Tensor) executable.output(0)).toFloats();
    capability(executable, OutputTargets.class).unbind(0);
    target[0] = -1;
    executable.runSlots();
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(5, 6);
  }

  @Test
  void targetsThatAnInputLiesInAreRefusedInSegmentsToo() {
    ValueId x = input("x", DType.F32, Extent.fixed(2));
    ValueId count = input("count", DType.F32, Extent.fixed(1), Extent.fixed(1));
    Map<String, ValueId> outputs = ends("y", binary(OpKind.ADD, x, x), "last", cut(count));
    ExecutableGraph executable =
        executable(new NamedGraph("aliased", graph, ends("x", x, "count", count), outputs));
    Tensor memory = Tensor.of(new float[] {1, 2}, 2);
    executable.runSlots(memory, ONE);
    capability(executable, OutputTargets.class).bind(0, memory);
    assertThatThrownBy(() -> executable.runSlots(memory, ONE)).isInstanceOf(InputMismatch.class);
    assertThat(memory.toFloats()).containsExactly(1, 2);
    executable.runSlots(Tensor.of(new float[] {3, 4}, 2), ONE);
    assertThat(memory.toFloats()).containsExactly(6, 8);
  }

  /** Where outputs lie, the next run writes. */
  @Test
  void anOutputIsNoInputOfTheNextRun() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    ExecutableGraph executable =
        executable(named(graph.apply("y", new LinalgOp.MatMul(), x, floats(3, 3)), "x", x));
    Tensor first = Tensor.of(random(6), 2, 3);
    float[] once = run(executable, "x", first);
    float[] twice = run(executable, "x", Tensor.of(once, 2, 3));
    executable.runSlots(first);
    Tensor output = (Tensor) executable.output(0);
    assertThatThrownBy(() -> executable.runSlots(output))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("give a copy");
    executable.runSlots(Tensor.of(once, 2, 3));
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(twice);
  }
}
