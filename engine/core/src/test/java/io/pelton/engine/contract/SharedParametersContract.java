package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parameters of any dtype, held once for all executables that were forked from one another. */
public abstract class SharedParametersContract extends GraphFixture {
  private static final int FORKS = 32;

  private ExecutableGraph finished(CompiledGraph compiled, Map<String, Tensor> values) {
    ExecutableGraph executable = opened(compiled.newExecutable());
    Parameters parameters = capability(executable, Parameters.class);
    values.forEach(parameters::set);
    parameters.finalizeParameters();
    return executable;
  }

  private List<ExecutableGraph> forks(ExecutableGraph executable) {
    List<ExecutableGraph> forks = new ArrayList<>();
    for (int i = 0; i < FORKS; i++) {
      forks.add(opened(capability(executable, Forking.class).fork()));
    }
    return forks;
  }

  @Test
  void forksGrowByTheirArenasAlone() throws Exception {
    Map<String, Tensor> weights = WeightedLayers.weights(1);
    CompiledGraph compiled = compile(WeightedLayers.with(weights, true));
    ExecutableGraph first = finished(compiled, weights);
    long atOnce = compiled.weightBytes();
    Tensor x = WeightedLayers.rows(7);
    float[] expected = run(first, "x", x);
    long arena = first.statistics().arenaBytes();
    assertThat(arena).isPositive();

    List<ExecutableGraph> forks = forks(first);
    ExecutorService threads = Executors.newFixedThreadPool(FORKS);
    try {
      List<Callable<float[]>> runs = new ArrayList<>();
      forks.forEach(fork -> runs.add(() -> run(fork, "x", x)));
      for (Future<float[]> found : threads.invokeAll(runs)) {
        assertThat(found.get()).containsExactly(expected);
      }
    } finally {
      threads.shutdown();
    }
    assertThat(compiled.weightBytes()).as("packed when they became final, once").isEqualTo(atOnce);
    assertThat(compiled.plansMade()).isEqualTo(1);
    assertThat(forks)
        .allSatisfy(fork -> assertThat(fork.statistics().arenaBytes()).isEqualTo(arena))
        .allSatisfy(fork -> assertThat(fork.statistics().weightBytes()).isEqualTo(atOnce));
  }

  @Test
  void whatNoExecutableUsesAnyMoreIsReleased() {
    Map<String, Tensor> weights = WeightedLayers.weights(1);
    CompiledGraph compiled = compile(WeightedLayers.with(weights, true));
    ExecutableGraph executable = finished(compiled, weights);
    run(executable, "x", WeightedLayers.rows(3));
    long once = compiled.weightBytes();
    Parameters parameters = capability(executable, Parameters.class);
    for (int round = 0; round < 5; round++) {
      parameters.set("w1", WeightedLayers.weights(round).get("w1"));
      assertThat(compiled.weightBytes()).isZero();
      parameters.finalizeParameters();
      run(executable, "x", WeightedLayers.rows(3));
      assertThat(compiled.weightBytes()).isEqualTo(once);
    }
    executable.close();
    assertThat(compiled.weightBytes()).isZero();
    machine().checkReleased().run();
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I8", "U8", "BOOL", "STRING"})
  void theyMayBeOfAnyDtype(DType dtype) {
    Tensor table = table(dtype);
    Tensor x = Tensor.of(new long[] {2, 0, 3, 2}, 4);
    ExecutableGraph executable = finished(anywhere(lookup(table, true)), Map.of("table", table));
    ExecutableGraph constant = opened(anywhere(lookup(table, false)).newExecutable());
    Tensor expected = (Tensor) constant.run(Map.of("x", x)).get("y");
    Tensor found = (Tensor) executable.run(Map.of("x", x)).get("y");
    assertThat(found.dtype()).isEqualTo(dtype);
    assertThat(found.dims()).containsExactly(4, 2);
    assertThat(elements(found)).isEqualTo(elements(expected));
    assertThat(elements(found)[4]).isEqualTo(elements(table)[6]);
    assertThatThrownBy(() -> executable.runSlots(Tensor.of(new long[] {4}, 1)))
        .isInstanceOf(InvalidValue.class);
  }

  /** Strings lie on the host alone. */
  private CompiledGraph anywhere(NamedGraph named) {
    PlanOptions planning =
        machine().planning().withFallbackPlacements(machine().devices().host().id());
    return opened(CompiledGraph.compile(named, machine().options().withPlanning(planning)));
  }

  @Test
  void theyMayLieInForeignMemory() {
    float[] data = random(8);
    ByteBuffer bytes = ByteBuffer.allocateDirect(32).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(data);
    try (NativeStorage storage = NativeStorage.wrap(DType.F32, bytes, () -> {})) {
      Tensor table = new Tensor(storage, Layout.contiguous(4, 2));
      ExecutableGraph executable = finished(compile(lookup(table, true)), Map.of("table", table));
      assertThat(run(executable, "x", Tensor.of(new long[] {3, 1}, 2)))
          .containsExactly(data[6], data[7], data[2], data[3]);
    }
  }

  /** Rows of a table: y = table[x]. */
  private static NamedGraph lookup(Tensor table, boolean declares) {
    Graph graph = new Graph();
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    ValueId x = graph.input("x", ValueType.tensor(DType.I64, Shape.of(N)));
    inputs.put("x", x);
    ValueId rows;
    if (declares) {
      rows = graph.input("table", ValueType.tensor(table.dtype(), Shape.fixed(table.dims())));
      graph.markParameter(rows);
      inputs.put("table", rows);
    } else {
      rows = graph.constant("table", table);
    }
    ValueId y = graph.apply("lookup", new ShapeOp.Gather(0), rows, x);
    return new NamedGraph("lookup", graph, inputs, Map.of("y", y));
  }

  /** [4,2] of distinct elements where the dtype has enough of them. */
  private static Tensor table(DType dtype) {
    return switch (dtype) {
      case STRING -> Tensor.of(new String[] {"a", "", "grün", "d", "e", "f", "g", "h"}, 4, 2);
      case BOOL -> Tensor.wrap(dtype, new byte[] {0, 1, 1, 0, 1, 1, 0, 0}, 4, 2);
      case I8, U8 -> Tensor.wrap(dtype, new byte[] {-128, 127, 0, 1, -1, 5, 6, 7}, 4, 2);
      case F16, BF16 ->
          Tensor.wrap(dtype, new short[] {0x3c00, 0x4000, 0x4200, 1, 2, 3, 4, 5}, 4, 2);
      case I32 -> Tensor.of(new int[] {Integer.MIN_VALUE, 1, 2, 3, 4, 5, 6, 7}, 4, 2);
      case I64 -> Tensor.of(new long[] {Long.MAX_VALUE, 1, 2, 3, 4, 5, 6, 7}, 4, 2);
      case F64 -> Tensor.of(new double[] {-0.0, 1e300, 2, 3, 4, 5, 6, 7}, 4, 2);
      default -> Tensor.of(random(8), 4, 2);
    };
  }

  private static Object[] elements(Tensor tensor) {
    if (tensor.dtype() == DType.STRING) {
      return tensor.toStrings();
    }
    return tensor.dtype().isFloat() ? box(tensor.toDoubles()) : box(tensor.toLongs());
  }

  private static Object[] box(double[] values) {
    return Arrays.stream(values).mapToObj(Double::doubleToRawLongBits).toArray();
  }

  private static Object[] box(long[] values) {
    return Arrays.stream(values).boxed().toArray();
  }
}
