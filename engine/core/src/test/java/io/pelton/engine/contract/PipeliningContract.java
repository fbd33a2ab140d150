package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.Pipelining;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs in flight: each computes from its own inputs, and none of their outputs is lost. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class PipeliningContract extends GraphFixture {
  private static final int RUNS = 8;

  /** Values of a run's input that those of no other run share. */
  private static float[] values(int run, int count) {
    float[] values = random(count + run);
    return Arrays.copyOfRange(values, run, run + count);
  }

  private static Tensor rows(int run, int rows) {
    return Tensor.of(values(run, rows * 5), rows, 5);
  }

  private void agrees(NamedGraph named, int... rows) {
    CompiledGraph compiled = compile(named);
    ExecutableGraph one = opened(compiled.newExecutable());
    ExecutableGraph other = opened(compiled.newExecutable());
    List<Map<String, Tensor>> sets = new ArrayList<>();
    for (int run = 0; run < rows.length; run++) {
      sets.add(Map.of("x", rows(run, rows[run])));
    }
    List<List<Value>> found = capability(one, Pipelining.class).runPipelined(sets);
    assertThat(found).hasSize(rows.length);
    for (int run = 0; run < rows.length; run++) {
      Tensor y = (Tensor) found.get(run).get(0);
      assertThat(found.get(run)).hasSize(1);
      assertThat(y.dims()).startsWith(rows[run]);
      assertThat(y.toFloats())
          .as("run %d", run)
          .containsExactly(run(other, "x", rows(run, rows[run])));
    }
    assertThat(one.statistics().runs()).isEqualTo(rows.length);
  }

  @Test
  void outputsOfAllRunsAreKept() {
    agrees(network(), 3, 3, 3, 3, 3, 3, 3, 3);
  }

  @Test
  void runsMayHaveDifferentNumbersOfRows() {
    agrees(network(), 1, 7, 64, 3, 0, 33, 7, 1);
  }

  @Test
  void noRunsLeaveNoOutputs() {
    assertThat(capability(executable(network()), Pipelining.class).runPipelined(List.of()))
        .isEmpty();
  }

  /** What is computed on the host between two steps on the device. */
  @Test
  void partsOfRunsMayStayOnTheHost() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(5));
    ValueId first = graph.apply("first", new ElementwiseOp.Unary(OpKind.TANH), x);
    ValueId second = graph.apply("second", new ElementwiseOp.Unary(OpKind.NEG), first);
    ValueId third = graph.apply("third", new ElementwiseOp.Unary(OpKind.EXP), second);
    ValueId sum = binary(OpKind.ADD, third, first);
    graph.place(second.node(), machine().devices().host().id());
    agrees(named(sum, "x", x), 3, 2, 3, 4, 1, 3, 2, 3);
  }

  @Test
  void outputsMayBeComputedOnTheHost() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(5));
    ValueId first = graph.apply("first", new ElementwiseOp.Unary(OpKind.TANH), x);
    ValueId last = graph.apply("last", new ElementwiseOp.Unary(OpKind.EXP), first);
    graph.place(last.node(), machine().devices().host().id());
    agrees(named(last, "x", x), 3, 2, 3, 4, 1, 3, 2, 3);
  }

  /** Plans leave the cache while runs by them are in flight. */
  @Test
  void plansMayBeForgottenMeanwhile() {
    CompiledGraph compiled =
        opened(CompiledGraph.compile(network(), machine().options().withPlanCacheCapacity(1)));
    ExecutableGraph executable = opened(compiled.newExecutable());
    Pipelining pipelining = capability(executable, Pipelining.class);
    for (int run = 0; run < RUNS; run++) {
      pipelining.commit(rows(run, 1 << run % 3));
    }
    pipelining.await();
    ExecutableGraph other = opened(compiled.newExecutable());
    float[] expected = run(other, "x", rows(RUNS - 1, 2));
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(expected);
    assertThat(executable.statistics().planEvictions()).isEqualTo(RUNS - 1);
  }

  /** total + x, where total is what the run before left. */
  private NamedGraph running() {
    ValueId x = input("x", DType.F32, Extent.fixed(4), Extent.fixed(5));
    ValueId total = input("total", DType.F32, Extent.fixed(4), Extent.fixed(5));
    return named(binary(OpKind.ADD, total, x), "x", x, "total", total);
  }

  private static ExecutableGraph fed(ExecutableGraph executable) {
    executable
        .capability(Handles.class)
        .orElseThrow()
        .bind("total", Tensor.of(new float[20], 4, 5));
    executable.capability(HandleFeeds.class).orElseThrow().feed("total", 0);
    return executable;
  }

  @Test
  void everyRunReadsItsOwnInputs() {
    CompiledGraph compiled = compile(running());
    ExecutableGraph executable = fed(opened(compiled.newExecutable()));
    Pipelining pipelining = capability(executable, Pipelining.class);
    float[] given = new float[20];
    Tensor x = Tensor.of(given, 4, 5);
    float[] total = new float[20];
    for (int run = 0; run < RUNS; run++) {
      float[] values = values(run, 20);
      for (int i = 0; i < 20; i++) {
        total[i] += values[i];
      }
      System.arraycopy(values, 0, given, 0, 20);
      pipelining.commit(x, null);
      Arrays.fill(given, Float.NaN);
    }
    pipelining.await();
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(total);
    float[] nothing = new float[20];
    assertThat(run(executable, "x", Tensor.of(nothing, 4, 5))).containsExactly(total);
  }

  @Test
  void runsOfTwoExecutablesDoNotMix() {
    CompiledGraph compiled = compile(running());
    List<ExecutableGraph> both =
        List.of(fed(opened(compiled.newExecutable())), fed(opened(compiled.newExecutable())));
    float[] total = new float[20];
    for (int run = 0; run < RUNS; run++) {
      float[] values = values(run, 20);
      for (int i = 0; i < 20; i++) {
        total[i] += values[i];
      }
      for (ExecutableGraph executable : both) {
        capability(executable, Pipelining.class).commit(Tensor.of(values, 4, 5));
      }
    }
    for (ExecutableGraph executable : both) {
      assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(total);
    }
  }

  @Test
  void aPlainRunComesBehindThoseInFlight() {
    ExecutableGraph executable = fed(executable(running()));
    Pipelining pipelining = capability(executable, Pipelining.class);
    float[] ones = new float[20];
    Arrays.fill(ones, 1);
    for (int run = 0; run < 3; run++) {
      pipelining.commit(Tensor.of(ones, 4, 5));
    }
    float[] fours = new float[20];
    Arrays.fill(fours, 4);
    assertThat(run(executable, "x", Tensor.of(ones, 4, 5))).containsExactly(fours);
    pipelining.await();
  }

  /** Targets hold what the last run wrote; outputs of all runs are copied from there. */
  @Test
  void outputsMayHaveTargets() {
    CompiledGraph compiled = compile(network());
    ExecutableGraph executable = opened(compiled.newExecutable());
    ExecutableGraph other = opened(compiled.newExecutable());
    Pipelining pipelining = capability(executable, Pipelining.class);
    Tensor first = Tensor.of(new float[9], 3, 3);
    Tensor second = Tensor.of(new float[9], 3, 3);
    OutputTargets targets = capability(executable, OutputTargets.class);
    targets.bind(0, first);
    pipelining.commit(rows(1, 3));
    targets.bind(0, second);
    List<Map<String, Tensor>> sets = List.of(Map.of("x", rows(2, 3)), Map.of("x", rows(3, 3)));
    List<List<Value>> found = pipelining.runPipelined(sets);
    pipelining.commit(rows(4, 3));
    targets.unbind(0);
    assertThat(first.toFloats()).containsExactly(run(other, "x", rows(1, 3)));
    assertThat(((Tensor) found.get(0).get(0)).toFloats())
        .containsExactly(run(other, "x", rows(2, 3)));
    assertThat(((Tensor) found.get(1).get(0)).toFloats())
        .containsExactly(run(other, "x", rows(3, 3)));
    assertThat(second.toFloats()).containsExactly(run(other, "x", rows(4, 3)));
  }

  /** table[ids], which refuses an index that is not in the table. */
  private NamedGraph lookup() {
    ValueId ids = input("x", DType.I64, N);
    ValueId row = graph.apply("lookup", new ShapeOp.Gather(0), floats(6, 4), ids);
    return named(graph.apply("tanh", new ElementwiseOp.Unary(OpKind.TANH), row), "x", ids);
  }

  @Test
  void aFailureIsReportedOnceAndLeavesTheExecutableUsable() {
    CompiledGraph compiled = compile(lookup());
    ExecutableGraph executable = opened(compiled.newExecutable());
    ExecutableGraph other = opened(compiled.newExecutable());
    Pipelining pipelining = capability(executable, Pipelining.class);
    List<Map<String, Tensor>> sets = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      sets.add(Map.of("x", Tensor.of(new long[] {run == 2 ? 99 : run % 6}, 1)));
    }
    for (int round = 0; round < 2; round++) {
      assertThatThrownBy(() -> pipelining.runPipelined(sets))
          .isInstanceOfSatisfying(
              InvalidValue.class, e -> assertThat(e.getMessage()).contains("lookup", "99"));
      pipelining.await();
      assertThatThrownBy(() -> executable.output(0)).isInstanceOf(IllegalStateException.class);
      Tensor id = Tensor.of(new long[] {5}, 1);
      assertThat(run(executable, "x", id)).containsExactly(run(other, "x", id));
    }
  }

  @Test
  void inputsThatDoNotFitLeaveEarlierRunsAlone() {
    ExecutableGraph executable = fed(executable(running()));
    Pipelining pipelining = capability(executable, Pipelining.class);
    float[] ones = new float[20];
    Arrays.fill(ones, 1);
    pipelining.commit(Tensor.of(ones, 4, 5));
    assertThatThrownBy(() -> pipelining.commit(Tensor.of(ones, 5, 4)))
        .isInstanceOf(InputMismatch.class);
    assertThatThrownBy(() -> pipelining.commit()).isInstanceOf(UnknownName.class);
    pipelining.await();
    float[] twos = new float[20];
    Arrays.fill(twos, 2);
    assertThat(run(executable, "x", Tensor.of(ones, 4, 5))).containsExactly(twos);
  }

  @Test
  void anUnknownNameRunsNothing() {
    ExecutableGraph executable = executable(network());
    Map<String, Tensor> right = Map.of("x", rows(0, 1));
    Map<String, Tensor> wrong = Map.of("z", rows(0, 1));
    Pipelining pipelining = capability(executable, Pipelining.class);
    assertThatThrownBy(() -> pipelining.runPipelined(List.of(right, wrong)))
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("z");
    assertThat(executable.statistics().runs()).isZero();
  }

  @Test
  void theExecutableMayBeClosedWithRunsInFlight() {
    ExecutableGraph executable = executable(network());
    Pipelining pipelining = capability(executable, Pipelining.class);
    for (int run = 0; run < RUNS; run++) {
      pipelining.commit(rows(run, 3));
    }
    executable.close();
    assertThatThrownBy(() -> pipelining.commit(rows(0, 3))).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(pipelining::await).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(() -> pipelining.runPipelined(List.of())).isInstanceOf(ConcurrentUse.class);
  }

  @Test
  void lengthsThatOnlyARunKnowsLeaveNothingToPipeline() {
    ValueId x = input("x", DType.F32, Extent.fixed(1));
    ValueId twice = binary(OpKind.ADD, x, x);
    ValueId count = graph.apply("count", new ElementwiseOp.Cast(DType.I64), twice);
    ValueId repeated = graph.apply("repeated", new ViewOp.Expand(), floats(1), count);
    ExecutableGraph executable = executable(named(repeated, "x", x));
    // which the executable does not know before it has seen it
    Pipelining pipelining = capability(executable, Pipelining.class);
    for (int run = 1; run < 4; run++) {
      pipelining.commit(Tensor.of(new float[] {run}, 1));
    }
    pipelining.await();
    assertThat(((Tensor) executable.output(0)).dims()).containsExactly(6);
    assertThat(executable.capability(Pipelining.class)).isEmpty();
  }
}
