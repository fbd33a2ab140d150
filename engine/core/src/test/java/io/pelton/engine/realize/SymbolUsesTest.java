package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.CapacityExceeded;
import io.pelton.engine.error.SymbolConflict;
import io.pelton.engine.error.UnboundSymbol;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SymbolUsesTest {
  private static final SymbolId N = new SymbolId("N");
  private static final SymbolId AT = new SymbolId("at");
  private static final SymbolId KEYS = new SymbolId("keys");

  private final Graph graph = new Graph();
  private final Map<ValueId, Tensor> values = new HashMap<>();

  private ValueId input(String name, Tensor value, Extent... extents) {
    ValueId input = graph.input(name, ValueType.tensor(DType.F32, Shape.of(extents)));
    values.put(input, value);
    return input;
  }

  private ValueId fixed(String name, int... dims) {
    Extent[] extents = new Extent[dims.length];
    int size = 1;
    long[] lengths = new long[dims.length];
    for (int axis = 0; axis < dims.length; axis++) {
      extents[axis] = Extent.fixed(dims[axis]);
      lengths[axis] = dims[axis];
      size *= dims[axis];
    }
    return input(name, Tensor.of(new float[size], lengths), extents);
  }

  private static Tensor floats(int length) {
    return Tensor.of(new float[length], length);
  }

  private static DynScalar symbol(SymbolId symbol) {
    return DynScalar.of(Extent.symbolic(symbol));
  }

  private SymbolUses uses(ValueId... targets) {
    return new SymbolUses(graph, graph.order(List.of(targets)), values.keySet());
  }

  private PassSymbols pass(SymEnv env, ValueId... targets) {
    SymbolUses uses = uses(targets);
    return new PassSymbols(uses, uses.given(values::get, env));
  }

  private static SymEnv env(SymbolId symbol, long value) {
    return new SymEnv().bind(symbol, value);
  }

  private static void exceeded(
      ThrowingCallable call, String where, SymbolId symbol, long value, long capacity) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CapacityExceeded.class,
            e -> {
              assertThat(e.where()).isEqualTo(where);
              assertThat(e.symbol()).isEqualTo(symbol.name());
              assertThat(e.value()).isEqualTo(value);
              assertThat(e.capacity()).isEqualTo(capacity);
            })
        .hasMessage(
            "Symbol '%s' stands for %d but %s has room for %d at most; give less, or build the"
                + " graph with a larger capacity.",
            symbol, value, where, capacity);
  }

  private static void conflicts(ThrowingCallable call, SymbolId symbol, long bound, long offered) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SymbolConflict.class,
            e -> {
              assertThat(e.symbol()).isEqualTo(symbol.name());
              assertThat(e.bound()).isEqualTo(bound);
              assertThat(e.offered()).isEqualTo(offered);
            })
        .hasMessage(
            "Symbol '%s' stands for %d in this pass and can't become %d; bind it once, to what the"
                + " inputs have.",
            symbol, bound, offered);
  }

  @Test
  void anEnvironmentIsWrittenOnce() {
    SymEnv env = env(AT, 3).bind(AT, 3);
    conflicts(() -> env.bind(AT, 4), AT, 3, 4);
    assertThat(env.get(AT)).hasValue(3);
    assertThat(env.get(KEYS)).isEmpty();
    assertThatThrownBy(() -> env.bind(KEYS, -1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(env.symbols()).containsExactly(AT);
  }

  @Test
  void lengthsOfInputsAndTheEnvironmentAgree() {
    ValueId x = input("x", floats(5), Extent.symbolic(N, 8));
    ValueId y = input("y", floats(5), Extent.symbolic(N));
    SymbolUses uses = uses(x, y);
    SymEnv given = uses.given(values::get, env(N, 5).bind(AT, 2));
    assertThat(given).isEqualTo(env(N, 5).bind(AT, 2));
    conflicts(() -> uses.given(values::get, env(N, 4)), N, 5, 4);
    values.put(y, floats(6));
    conflicts(() -> uses.given(values::get, new SymEnv()), N, 5, 6);
    values.put(x, floats(9));
    exceeded(() -> uses.given(values::get, new SymEnv()), "input 'x'", N, 9, 8);
  }

  @Test
  void whatNothingReadsChangesNothing() {
    ValueId x = fixed("x", 4);
    PassSymbols pass = pass(env(AT, 1_000_000), x);
    assertThat(pass.produced().isEmpty()).isTrue();
    assertThat(pass.deferred()).isEmpty();
    assertThat(pass.length(KEYS)).isEmpty();
  }

  @Test
  void whatIsReadIsBound() {
    ValueId x = input("x", floats(5), Extent.symbolic(N));
    Iota op = new Iota(DType.I64, Shape.of(Extent.symbolic(N), Extent.symbolic(AT)), 0);
    ValueId range = graph.apply("range", op);
    assertThatThrownBy(() -> pass(new SymEnv().bind(KEYS, 1), x, range))
        .isInstanceOfSatisfying(
            UnboundSymbol.class,
            e -> {
              assertThat(e.node()).isEqualTo("range");
              assertThat(e.symbol()).isEqualTo("at");
              assertThat(e.bound()).containsExactly("N", "keys");
            })
        .hasMessage(
            "Node 'range' needs symbol 'at', which no input, producer or environment binds; bound"
                + " symbols: [N, keys]. Bind it in the SymEnv of the realization.");
    assertThat(pass(env(AT, 7), x, range).length(AT)).hasValue(7);
    assertThatCode(() -> pass(new SymEnv(), x)).doesNotThrowAnyException();
  }

  @Test
  void attributesHaveUpperBounds() {
    ValueId range = graph.apply("range", new Iota(DType.I64, Shape.of(Extent.symbolic(AT, 6)), 0));
    assertThatCode(() -> pass(env(AT, 6), range)).doesNotThrowAnyException();
    exceeded(() -> pass(env(AT, 7), range), "node 'range'", AT, 7, 6);
  }

  @Test
  void anUpdateEndsWithinItsAxis() {
    ValueId cache = fixed("cache", 2, 8);
    ValueId update = fixed("update", 2, 3);
    ValueId written = graph.apply("write", new WriteSlice(-1, symbol(AT), false), cache, update);
    assertThatCode(() -> pass(env(AT, 5), written)).doesNotThrowAnyException();
    exceeded(() -> pass(env(AT, 6), written), "node 'write'", AT, 6, 5);
    ValueId ring = graph.apply("ring", new WriteSlice(1, symbol(AT), true), cache, update);
    assertThatCode(() -> pass(env(AT, 60), ring)).doesNotThrowAnyException();
  }

  @Test
  void anUpdateOfSymbolicLengthEndsWithinItsAxis() {
    ValueId cache = fixed("cache", 8);
    ValueId update = input("update", floats(3), Extent.symbolic(N));
    ValueId later = graph.apply("write", new WriteSlice(0, DynScalar.of(6), false), cache, update);
    ValueId ring = graph.apply("ring", new WriteSlice(0, symbol(AT), true), cache, update);
    exceeded(() -> pass(new SymEnv(), later), "node 'write'", N, 3, 2);
    assertThatCode(() -> pass(env(AT, 7), ring)).doesNotThrowAnyException();
    values.put(update, floats(9));
    exceeded(() -> pass(env(AT, 7), ring), "node 'ring'", N, 9, 8);
  }

  @Test
  void keptKeysAreThere() {
    ValueId cache = fixed("cache", 8, 2);
    ValueId kept = graph.apply("keys", new Narrow(0, symbol(AT), symbol(KEYS)), cache);
    assertThatCode(() -> pass(env(AT, 3).bind(KEYS, 5), kept)).doesNotThrowAnyException();
    exceeded(() -> pass(env(AT, 4).bind(KEYS, 5), kept), "node 'keys'", AT, 4, 3);
    exceeded(() -> pass(env(AT, 0).bind(KEYS, 9), kept), "node 'keys'", KEYS, 9, 8);
    ValueId rows = input("rows", floats(4), Extent.symbolic(N));
    ValueId some = graph.apply("some", new Narrow(0, symbol(KEYS)), rows);
    exceeded(() -> pass(env(KEYS, 5), some), "node 'some'", KEYS, 5, 4);
  }

  @Test
  void readersWaitForProducers() {
    ValueId x = fixed("x", 4);
    SymbolId count = graph.freshSymbol();
    ValueId indices = graph.apply("found", new NonZeroIndices(count), x);
    ValueId range =
        graph.apply("range", new Iota(DType.I64, Shape.of(Extent.symbolic(count, 2)), 0));
    ValueId kept = graph.apply("kept", new Narrow(1, symbol(count)), indices);
    ValueId late = graph.apply("late", new WriteSlice(0, symbol(count), false), x, fixed("one", 1));
    SymbolUses uses = uses(range, kept);
    assertThat(uses.producers()).containsExactly(Map.entry(count, indices.node()));

    PassSymbols pass = pass(new SymEnv(), range, kept);
    assertThat(pass.deferred()).containsExactly(range.node(), kept.node());
    pass.produce(count, 2);
    assertThat(pass.deferred()).isEmpty();
    assertThat(pass.length(count)).hasValue(2);
    assertThat(pass.produced()).isEqualTo(env(count, 2));
    assertThat(pass.given().isEmpty()).isTrue();
    conflicts(() -> pass.produce(count, 1), count, 2, 1);

    exceeded(() -> pass(new SymEnv(), range).produce(count, 3), "node 'range'", count, 3, 2);
    exceeded(() -> pass(new SymEnv(), late).produce(count, 4), "node 'late'", count, 4, 3);
    assertThatCode(() -> pass(new SymEnv(), kept).produce(count, 4)).doesNotThrowAnyException();
  }

  @Test
  void nobodyWaitsForWhatIsGiven() {
    ValueId x = fixed("x", 4);
    SymbolId count = graph.freshSymbol();
    ValueId indices = graph.apply("found", new NonZeroIndices(count), x);
    ValueId kept = graph.apply("kept", new Narrow(1, symbol(count)), indices);
    PassSymbols pass = pass(env(count, 3), kept);
    assertThat(pass.deferred()).isEmpty();
    pass.produce(count, 3);
    assertThat(pass.produced().isEmpty()).isTrue();
    conflicts(() -> pass.produce(count, 2), count, 3, 2);
    exceeded(() -> pass(env(count, 5), kept), "node 'kept'", count, 5, 4);
  }

  @Test
  void whatFollowedFromConstantsCountsAsProduced() {
    ValueId x = fixed("x", 4);
    SymbolId count = graph.freshSymbol();
    ValueId indices = graph.apply("found", new NonZeroIndices(count), x);
    ValueId kept = graph.apply("kept", new Narrow(1, symbol(count)), indices);
    graph.define(count, 2);
    PassSymbols pass = pass(new SymEnv(), kept);
    assertThat(pass.produced()).isEqualTo(env(count, 2));
    assertThat(pass.deferred()).isEmpty();
    assertThat(pass(env(count, 2), kept).produced().isEmpty()).isTrue();
    conflicts(() -> pass(env(count, 1), kept), count, 1, 2);
  }
}
