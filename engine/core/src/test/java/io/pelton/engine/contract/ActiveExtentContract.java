package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@link ActiveExtent} promises, on any backend. */
public abstract class ActiveExtentContract extends GraphFixture {
  private static final int UPPER = 64;

  @Test
  void activeRowsHaveTheBitsOfAnExactRun() {
    NamedGraph network = network();
    ExecutableGraph exact = executable(network);
    ExecutableGraph executable = executable(network);
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    float[] data = random(UPPER * 5);
    for (int actual : new int[] {UPPER, 1, 0, 33, 2, 63, 64}) {
      for (float poison : new float[] {Float.NaN, Float.POSITIVE_INFINITY, -1e38f}) {
        float[] padded = data.clone();
        Arrays.fill(padded, actual * 5, padded.length, poison);
        extent.set(actual, UPPER);
        Tensor y = (Tensor) executable.run(Map.of("x", Tensor.of(padded, UPPER, 5))).get("y");
        assertThat(y.dims()).containsExactly(UPPER, 3);
        Tensor part = Tensor.of(slice(data, 0, actual * 5), actual, 5);
        assertThat(slice(y.toFloats(), 0, actual * 3)).containsExactly(run(exact, "x", part));
      }
    }
  }

  /** A kernel that computed the other rows would refuse them. */
  @Test
  void rowsBeyondAnHonouredExtentAreNotComputed() {
    ExecutableGraph executable = executable(picks());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    Tensor indices = Tensor.of(new long[] {0, 2, 9, -9}, 4);
    extent.set(2, 4);
    if (extent.isHonoured(4)) {
      executable.runSlots(indices);
      assertThat(slice(((Tensor) executable.output(0)).toFloats(), 0, 2))
          .containsExactly(random(3)[0], random(3)[2]);
    } else {
      assertThatThrownBy(() -> executable.runSlots(indices)).isInstanceOf(InvalidValue.class);
    }
    extent.set(3, 4);
    assertThatThrownBy(() -> executable.runSlots(indices)).isInstanceOf(InvalidValue.class);
  }

  private NamedGraph picks() {
    ValueId x = input("x", DType.I64, N);
    return named(graph.apply("pick", new ShapeOp.Gather(0), floats(3), x), "x", x);
  }

  @Test
  void isHonouredWhereEveryKernelCan() {
    ExecutableGraph executable = executable(network());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    assertThat(extent.isHonoured(UPPER)).isEqualTo(leavesRowsOut());
    assertThat(extent.isHonoured(1)).isEqualTo(leavesRowsOut());
  }

  /** False for a backend whose kernels always compute the whole batch. */
  protected boolean leavesRowsOut() {
    return true;
  }

  @Test
  void aGraphThatMixesRowsComputesAllOfThem() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(2));
    NamedGraph mixing = named(graph.apply("mix", new ReduceOp.Softmax(0, false), x), "x", x);
    ExecutableGraph executable = executable(mixing);
    Tensor data = Tensor.of(random(8), 4, 2);
    float[] expected = run(executable, "x", data);
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    assertThat(extent.isHonoured(4)).isFalse();
    extent.set(1, 4);
    assertThat(run(executable, "x", data)).containsExactly(expected);
  }

  /** Rows of one operand that meet the features of another. */
  @Test
  void aProductOverTheRowsIsNotHonoured() {
    ValueId x = input("x", DType.F32, Extent.fixed(2), N);
    ValueId y = input("y", DType.F32, N, Extent.fixed(3));
    NamedGraph mixing = named(graph.apply("product", new LinalgOp.MatMul(), x, y), "x", x, "y", y);
    ExecutableGraph executable = executable(mixing);
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    Map<String, Tensor> inputs =
        Map.of("x", Tensor.of(random(8), 2, 4), "y", Tensor.of(random(12), 4, 3));
    float[] expected = ((Tensor) executable.run(inputs).get("y")).toFloats();
    extent.set(2, 4);
    assertThat(((Tensor) executable.run(inputs).get("y")).toFloats()).containsExactly(expected);
  }

  @Test
  void theExtentStaysUntilItIsCleared() {
    ExecutableGraph executable = executable(picks());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    assertThat(extent.actual()).isEmpty();
    Tensor indices = Tensor.of(new long[] {0, 1, 2, 1}, 4);
    extent.set(2, 4);
    executable.runSlots(indices);
    executable.runSlots(indices);
    assertThat(extent.actual()).hasValue(2);
    extent.set(3, 4);
    assertThat(extent.actual()).hasValue(3);
    extent.clear();
    assertThat(extent.actual()).isEmpty();
    executable.runSlots(indices);
    float[] table = random(3);
    assertThat(((Tensor) executable.output(0)).toFloats())
        .containsExactly(table[0], table[1], table[2], table[1]);
    extent.clear();
    executable.runSlots(Tensor.of(new long[] {2}, 1));
  }

  @Test
  void aFailedRunLeavesTheExtent() {
    ExecutableGraph executable = executable(picks());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    extent.set(1, 2);
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {7, 0}, 2)))
        .isInstanceOf(InvalidValue.class);
    assertThat(extent.actual()).hasValue(1);
    executable.runSlots(Tensor.of(new long[] {1, 0}, 2));
    assertThat(((Tensor) executable.output(0)).toFloats()[0]).isEqualTo(random(3)[1]);
  }

  @Test
  void inputsHaveTheRowsThatTheExtentIsOf() {
    ExecutableGraph executable = executable(picks());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    extent.set(1, 4);
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {1, 0}, 2)))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("Input 'x'")
        .hasMessageContaining("4");
    executable.runSlots(Tensor.of(new long[] {1, 0, 0, 0}, 4));
  }

  @Test
  void anExtentIsWithinItsBound() {
    ActiveExtent extent = capability(executable(picks()), ActiveExtent.class);
    extent.set(2, 4);
    for (int[] wrong : List.of(new int[] {5, 4}, new int[] {-1, 4}, new int[] {0, -1})) {
      assertThatThrownBy(() -> extent.set(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Integer.toString(wrong[0]));
    }
    assertThat(extent.actual()).hasValue(2);
  }

  @Test
  void thereIsNoneWithoutRows() {
    ValueId x = input("x", DType.F32, Extent.fixed(2));
    ExecutableGraph executable = executable(named(binary(OpKind.ADD, x, x), "x", x));
    assertThat(executable.capability(ActiveExtent.class)).isEmpty();
  }

  @Test
  void aForkStartsWithoutAnExtent() {
    ExecutableGraph executable = executable(picks());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    extent.set(1, 4);
    ExecutableGraph fork = opened(capability(executable, Forking.class).fork());
    assertThat(capability(fork, ActiveExtent.class).actual()).isEmpty();
    fork.runSlots(Tensor.of(new long[] {1, 0}, 2));
  }

  @Test
  void aClosedExecutableRefusesExtents() {
    ExecutableGraph executable = executable(picks());
    ActiveExtent extent = capability(executable, ActiveExtent.class);
    executable.close();
    assertThatThrownBy(() -> extent.set(1, 2)).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(extent::clear).isInstanceOf(ConcurrentUse.class);
  }

  /** Values that no operand has rows of are computed whole all the same. */
  @Test
  void constantsAndSeveralOutputsKeepTheirLengths() {
    ValueId x = input("x", DType.F64, N, Extent.fixed(2));
    ValueId twice = binary(OpKind.ADD, x, x);
    NamedGraph graphs =
        new NamedGraph(
            "test", graph, Map.of("x", x), Map.of("y", twice, "same", x, "constant", floats(3, 2)));
    ExecutableGraph executable = executable(graphs);
    capability(executable, ActiveExtent.class).set(1, 2);
    double[] data = {1, 2, Double.NaN, 4};
    var outputs = executable.run(Map.of("x", Tensor.of(data, 2, 2)));
    assertThat(Arrays.copyOf(((Tensor) outputs.get("y")).toDoubles(), 2)).containsExactly(2, 4);
    assertThat(((Tensor) outputs.get("same")).dims()).containsExactly(2, 2);
    assertThat(((Tensor) outputs.get("constant")).toFloats()).containsExactly(random(6));
  }
}
