package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers see what a value was before it was overwritten, also where they are planned only after
 * the write has run.
 */
class MutationsBetweenSegmentsTest {
  private static final WriteSlice AT_FRONT = new WriteSlice(0, DynScalar.of(0), false);

  private final Sketch sketch = new Sketch();
  private final SymbolId count = sketch.graph.freshSymbol();
  private final ValueId x = sketch.input("x", DType.F32, Extent.fixed(4));
  private final ValueId row = sketch.constant(Tensor.of(new float[] {9}, 1));
  private final Map<String, ValueId> targets = new LinkedHashMap<>();
  private final Map<String, float[]> expected = new LinkedHashMap<>();

  private void expect(String name, ValueId target, float... values) {
    sketch.output(name, target);
    targets.put(name, target);
    expected.put(name, values);
  }

  /** The first elements of a value, as many as {@code x} has that are not zero: 2. */
  private ValueId late(ValueId value) {
    return sketch.apply(new Narrow(0, DynScalar.of(Extent.symbolic(count, 4))), value);
  }

  private void addCount() {
    sketch.graph.add("count", new NonZeroIndices(count), List.of(x));
  }

  /** Where the state is. */
  private ValueId onHost(ValueId written) {
    sketch.graph.place(written.node(), DeviceId.first("cpu"));
    return written;
  }

  private void check(boolean isOnSecond, Map<String, float[]> states) {
    SecondDevice second = new SecondDevice();
    DeviceId device = isOnSecond ? SecondDevice.ID : DeviceId.first("cpu");
    OptimizedGraph optimized =
        OptimizedGraph.of(
            sketch.named("test"),
            RuleRegistry.standard(new Evaluator(Cpu.BACKEND, new Prepared())));
    try (PipelinedExecutor executor =
            new PipelinedExecutor(second.besideHost(), PlanOptions.pinnedTo(device));
        OrderCache order = new OrderCache();
        OrderCache optimizedOrder = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      Realization plain = Realization.of(sketch.graph).targets(List.copyOf(targets.values()));
      Realization byPlan = plain.optimized(optimized);
      for (Realization way :
          List.of(
              plain,
              plain.outputs(outputs),
              plain.order(order),
              plain.order(order),
              plain.order(order).outputs(outputs),
              plain.order(order).outputs(outputs),
              byPlan,
              byPlan.order(optimizedOrder),
              byPlan.order(optimizedOrder))) {
        check(executor, way, states);
      }
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  private void check(PipelinedExecutor executor, Realization way, Map<String, float[]> states) {
    StorageCache inputs = new StorageCache().put(x, Tensor.of(new float[] {1, 0, 3, 0}, 4));
    List<Tensor> memory = new ArrayList<>();
    for (String name : states.keySet()) {
      memory.add(Tensor.of(new float[] {5, 6, 7, 8}, 4));
      inputs.put(sketch.named("test").inputs().get(name), memory.get(memory.size() - 1));
    }
    try (Realized realized = executor.realize(way.inputs(inputs))) {
      targets.forEach(
          (name, target) ->
              assertThat(realized.onHost(target).toFloats())
                  .as(name)
                  .containsExactly(expected.get(name)));
    }
    List<float[]> after = List.copyOf(states.values());
    for (int i = 0; i < after.size(); i++) {
      assertThat(memory.get(i).toFloats()).containsExactly(after.get(i));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofWhatWasComputed(boolean isOnSecond) {
    ValueId negated = sketch.unary(OpKind.NEG, x);
    addCount();
    ValueId written = sketch.apply(AT_FRONT, negated, row);
    expect("late", late(negated), -1, -0f);
    expect("written", written, 9, -0f, -3, -0f);
    expect("negated", negated, -1, -0f, -3, -0f);
    expect("late written", late(written), 9, -0f);
    expect("zero", sketch.apply(new ZeroFill(), written), 0, 0, 0, 0);
    check(isOnSecond, Map.of());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofWhatIsWrittenLate(boolean isOnSecond) {
    ValueId negated = sketch.unary(OpKind.NEG, x);
    addCount();
    ValueId front = late(negated);
    ValueId absolute = sketch.apply(new InPlace(OpKind.ABS), front);
    expect("absolute", absolute, 1, 0);
    expect("negated", negated, -1, -0f, -3, -0f);
    expect("view", late(negated), -1, -0f);
    ValueId cleared = sketch.apply(new ZeroFill(), negated);
    expect("cleared", cleared, 0, 0, 0, 0);
    check(isOnSecond, Map.of());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofSessionState(boolean isOnSecond) {
    ValueId state = sketch.input("state", DType.F32, Extent.fixed(4));
    sketch.graph.markSession(state);
    addCount();
    ValueId before = late(state);
    ValueId written = onHost(sketch.apply(AT_FRONT, state, row));
    Reduce reduce = new Reduce(OpKind.REDUCE_SUM, true, false);
    ValueId sum = sketch.apply(reduce, late(written), sketch.integers(0));
    WriteSlice atEnd = new WriteSlice(0, DynScalar.of(3), false);
    ValueId again = onHost(sketch.apply(atEnd, written, sum));
    expect("before", before, 5, 6);
    expect("written", written, 9, 6, 7, 8);
    expect("again", again, 9, 6, 7, 15);
    expect("sum", sum, 15);
    check(isOnSecond, Map.of("state", new float[] {9, 6, 7, 15}));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofStateThatNobodyReadsAgain(boolean isOnSecond) {
    ValueId state = sketch.input("state", DType.F32, Extent.fixed(4));
    sketch.graph.markSession(state);
    addCount();
    ValueId longs = sketch.apply(new Cast(DType.I64), late(state));
    ValueId floats = sketch.apply(new Cast(DType.F32), longs);
    expect("written", onHost(sketch.apply(AT_FRONT, state, floats)), 5, 6, 7, 8);
    expect("negated", sketch.unary(OpKind.NEG, late(state)), -5, -6);
    ValueId cleared = onHost(sketch.apply(new ZeroFill(), state));
    expect("cleared", cleared, 0, 0, 0, 0);
    check(isOnSecond, Map.of("state", new float[4]));
  }
}
