package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.ArenaTooLarge;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanFactory;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlanErrorsTest {
  private static final DeviceId HOST = DeviceId.first("cpu");

  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(1)));

  private NamedGraph named(ValueId output) {
    return new NamedGraph("test", graph, Map.of("x", x), Map.of("y", output));
  }

  private ValueId negated(ValueId value) {
    return graph.apply("negated", new ElementwiseOp.Unary(OpKind.NEG), value);
  }

  private ValueId stretched(long... dims) {
    ValueId lengths = graph.constant("lengths", Tensor.of(dims, dims.length));
    return graph.apply("stretched", new ViewOp.Expand(), x, lengths);
  }

  @Test
  void anArenaThatFitsNoArray() {
    CompiledGraph compiled =
        CompiledGraph.compile(named(negated(stretched(1L << 33))), CompileOptions.on(Cpu.BACKEND));
    assertThatThrownBy(() -> compiled.newExecutable().runSlots(Tensor.of(new float[1], 1)))
        .isInstanceOfSatisfying(
            ArenaTooLarge.class,
            e -> {
              assertThat(e.graph()).isEqualTo("test");
              assertThat(e.requested()).isEqualTo((1L << 33) * Float.BYTES);
              assertThat(e.limit()).isEqualTo((Integer.MAX_VALUE - 8L) * Float.BYTES);
            })
        .hasMessage(
            "'test' needs a piece of memory of 34359738368 bytes, above the limit of 8589934556;"
                + " run it on fewer rows at a time.");
  }

  /** Constants are folded before there is a plan. */
  @Test
  void aConstantWithMoreElementsThanALongCounts() {
    ValueId one = graph.constant("one", Tensor.of(new float[] {1}, 1));
    ValueId lengths = graph.constant("lengths", Tensor.of(new long[] {1L << 33, 1L << 33}, 2));
    assertThatThrownBy(() -> graph.apply("huge", new ViewOp.Expand(), one, lengths))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("has more elements than any memory holds");
  }

  @Test
  void aShapeThatDependsOnComputedValues() {
    ValueId counted = graph.apply("counted", new ElementwiseOp.Cast(DType.I64), x);
    ValueId y = graph.apply("repeated", new ViewOp.Expand(), x, counted);
    RuleRegistry rules = RuleRegistry.standard(new Evaluator(Cpu.BACKEND, new Prepared()));
    PlanContext context = new PlanContext(Devices.of(Cpu.BACKEND), PlanOptions.pinnedTo(HOST));
    PlanFactory plans = new PlanFactory(OptimizedGraph.of(named(y), rules), context, rules);
    BoundInput input = new BoundInput(Layout.contiguous(1), false, MemorySpace.HEAP, null);
    assertThatThrownBy(() -> plans.plan(List.of(input), -1))
        .isInstanceOfSatisfying(
            DataDependentShape.class,
            e -> {
              assertThat(e.node()).isEqualTo("repeated");
              assertThat(e.op()).isEqualTo("Expand");
              assertThat(e.operand()).isEqualTo("counted");
            })
        .hasMessageContaining("takes its output shape from the values of 'counted'")
        .hasMessageContaining("Executables and Realization plan it once they are computed");
  }

  @Test
  void sessionStateThatIsAnotherInputToo() {
    ValueId state = graph.input("state", ValueType.tensor(DType.F32, Shape.fixed(1)));
    graph.markSession(state);
    ValueId zero = graph.apply("zero", new MutationOp.ZeroFill(), state);
    ValueId y = graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), x, zero);
    NamedGraph named =
        new NamedGraph("test", graph, Map.of("x", x, "state", state), Map.of("y", y));
    try (ExecutableGraph executable =
        CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND)).newExecutable()) {
      float[] memory = {1, 2};
      Tensor shared = new Tensor(HeapStorage.wrap(DType.F32, memory, 0, 1), Layout.contiguous(1));
      assertThatThrownBy(() -> executable.run(Map.of("x", shared, "state", shared)))
          .isInstanceOfSatisfying(
              InputMismatch.class,
              e -> {
                assertThat(e.input()).isEqualTo("state");
                assertThat(e.what()).isEqualTo("memory");
                assertThat(e.expected()).isEqualTo("its own, since it is session state,");
                assertThat(e.found()).isEqualTo("that of input 'x'");
              })
          .hasMessageContaining("its own, since it is session state")
          .hasMessageContaining("that of input 'x'");
      Tensor beside = new Tensor(HeapStorage.wrap(DType.F32, memory, 1, 1), Layout.contiguous(1));
      Value sum = executable.run(Map.of("x", shared, "state", beside)).get("y");
      assertThat(((Tensor) sum).toFloats()).containsExactly(1);
      assertThat(memory).containsExactly(1, 0);
    }
  }

  /** Otherwise it would be a constant of the plan, and what is written to it lost. */
  @Test
  void sessionStateOnWhichAShapeDepends() {
    ValueId count = graph.input("count", ValueType.tensor(DType.I64, Shape.fixed(1)));
    graph.markSession(count);
    ValueId y = graph.apply("repeated", new ViewOp.Expand(), x, count);
    ValueId next = graph.constant("next", Tensor.of(new long[] {5}, 1));
    WriteSlice write = new WriteSlice(0, DynScalar.of(0), false);
    ValueId written = graph.apply("written", write, count, next);
    NamedGraph named =
        new NamedGraph("test", graph, Map.of("x", x, "count", count), Map.of("y", y, "n", written));
    CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND));
    Map<String, Tensor> inputs =
        Map.of("x", Tensor.of(new float[1], 1), "count", Tensor.of(new long[] {3}, 1));
    assertThatThrownBy(() -> compiled.newExecutable().run(inputs))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("count"))
        .hasMessageContaining("no shape can depend on it");
  }

  @Test
  void anInputThatIsNotDeclared() {
    ValueId other = graph.input("other", ValueType.tensor(DType.F32, Shape.fixed(1)));
    CompiledGraph compiled =
        CompiledGraph.compile(named(negated(other)), CompileOptions.on(Cpu.BACKEND));
    assertThatThrownBy(() -> compiled.preview(1, Map.of()))
        .isInstanceOfSatisfying(
            UnknownName.class,
            e -> {
              assertThat(e.name()).isEqualTo("other");
              assertThat(e.known()).containsExactly("x");
            })
        .hasMessage("no declared input 'other'; known names: [x]");
  }

  /** A backend whose kernel for Neg throws, with one that works behind it. */
  private static Backend broken(AtomicInteger siblings) {
    BindingTable.Builder table = new BindingTable.Builder("cpu");
    BindingTable working = Cpu.BACKEND.table();
    working
        .keys()
        .forEach(
            key -> {
              for (Alternative alternative : working.lookup(key)) {
                if (key.kind() == OpKind.NEG) {
                  FixedKernel throwing = (node, in, out) -> rows -> fail();
                  FixedKernel counting =
                      (node, in, out) -> {
                        Call call = ((FixedKernel) alternative.kernel()).bind(node, in, out);
                        return rows -> {
                          siblings.incrementAndGet();
                          call.run(rows);
                        };
                      };
                  table.add(key.kind(), key.inputs(), key.outputs(), named("throwing", throwing));
                  table.add(key.kind(), key.inputs(), key.outputs(), named("counting", counting));
                } else {
                  table.add(key.kind(), key.inputs(), key.outputs(), alternative);
                }
              }
            });
    return new Backend("cpu", "with a kernel that throws", table.seal());
  }

  private static Alternative named(String name, FixedKernel kernel) {
    return new Alternative(name, kernel, Set.of());
  }

  private static void fail() {
    throw new IllegalStateException("no luck");
  }

  @Test
  void aKernelThatThrowsFailsTheRunAndNoOtherIsTried() {
    AtomicInteger siblings = new AtomicInteger();
    SecondDevice second = new SecondDevice();
    Devices devices =
        Devices.of(broken(siblings))
            .with(second.device())
            .withPrice(HOST, SecondDevice.ID, SecondDevice.PRICE);
    ValueId before = graph.apply("before", new ElementwiseOp.Unary(OpKind.TANH), x);
    graph.place(before.node(), SecondDevice.ID);
    PlanOptions planning = PlanOptions.pinnedTo(HOST).withFallbackPlacements(SecondDevice.ID);
    CompileOptions options = CompileOptions.on(devices).withPlanning(planning);
    try (CompiledGraph compiled = CompiledGraph.compile(named(negated(before)), options);
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int run = 0; run < 3; run++) {
        assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[1], 1)))
            .isInstanceOfSatisfying(
                KernelFailure.class,
                e -> {
                  assertThat(e.node()).isEqualTo("negated");
                  assertThat(e.op()).isEqualTo("Neg");
                  assertThat(e.kernel()).isEqualTo("throwing");
                })
            .hasMessage(
                "Kernel 'throwing' failed at node 'negated' (Neg):"
                    + " java.lang.IllegalStateException: no luck")
            .hasRootCauseMessage("no luck");
        assertThat(second.memory().liveAllocations()).isEqualTo(1);
      }
    }
    assertThat(siblings).hasValue(0);
    assertThat(second.memory().liveAllocations()).isZero();
  }
}
