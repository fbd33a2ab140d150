package io.pelton.engine.contract;

import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableCapability;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;

/** Builds the small graphs that the suites run; a fresh one for each test. */
abstract class GraphFixture {
  static final Extent N = Extent.symbolic(new SymbolId("N"));
  static final Extent M = Extent.symbolic(new SymbolId("M"));

  final Graph graph = new Graph();

  private final List<AutoCloseable> opened = new ArrayList<>();

  /** What is under test; one for all tests of a class. */
  protected abstract Machine machine();

  @AfterEach
  final void closeAll() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    machine().checkReleased().run();
  }

  /** Closes it after the test, before what was opened earlier. */
  <T extends AutoCloseable> T opened(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  Backend backend() {
    return machine().devices().host().backend();
  }

  /** [N,5] -> Gemm 8 -> Relu -> MatMul 3 -> Softmax. */
  NamedGraph network() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(5));
    ValueId hidden =
        graph.apply("hidden", new LinalgOp.Gemm(1, 1, false, false), x, floats(5, 8), floats(8));
    ValueId active = graph.apply("active", new ElementwiseOp.Unary(OpKind.RELU), hidden);
    ValueId scores = graph.apply("scores", new LinalgOp.MatMul(), active, floats(8, 3));
    return named(graph.apply("softmax", new ReduceOp.Softmax(-1, false), scores), "x", x);
  }

  /** y [N,3] = x [N,3] + h [2,3] summed over its rows; also z = h * 2. */
  NamedGraph withState() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(3));
    ValueId h = input("h", DType.F32, Extent.fixed(2), Extent.fixed(3));
    ValueId sum =
        graph.apply("sum", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), h, longs(0));
    ValueId y = binary(OpKind.ADD, x, sum);
    ValueId z = binary(OpKind.MUL, h, graph.constant("two", Tensor.of(new float[] {2}, 1)));
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    outputs.put("y", y);
    outputs.put("z", z);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("h", h);
    return new NamedGraph("stateful", graph, inputs, outputs);
  }

  CompiledGraph compile(NamedGraph named) {
    return opened(CompiledGraph.compile(named, machine().options()));
  }

  /** Of a graph of its own. */
  ExecutableGraph executable(NamedGraph named) {
    return opened(compile(named).newExecutable());
  }

  <T extends ExecutableCapability> T capability(ExecutableGraph executable, Class<T> type) {
    return executable.capability(type).orElseThrow();
  }

  NamedGraph named(ValueId output, Object... inputs) {
    Map<String, ValueId> ends = new LinkedHashMap<>();
    for (int i = 0; i < inputs.length; i += 2) {
      ends.put((String) inputs[i], (ValueId) inputs[i + 1]);
    }
    return new NamedGraph("test", graph, ends, Map.of("y", output));
  }

  ValueId input(String name, DType dtype, Extent... extents) {
    return graph.input(name, new TensorType(dtype, Shape.of(extents)));
  }

  ValueId binary(OpKind kind, ValueId a, ValueId b) {
    return graph.apply(kind.label(), new ElementwiseOp.Binary(kind), a, b);
  }

  ValueId longs(long... values) {
    return graph.constant("longs", Tensor.of(values, values.length));
  }

  ValueId floats(long... dims) {
    return graph.constant("weights", Tensor.of(random((int) Layout.elements(dims)), dims));
  }

  static float[] random(int count) {
    Random random = new Random(count);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return values;
  }

  static float[] slice(float[] values, int from, int count) {
    return Arrays.copyOfRange(values, from, from + count);
  }

  static float[] run(ExecutableGraph executable, String input, Tensor tensor) {
    return ((Tensor) executable.run(Map.of(input, tensor)).get("y")).toFloats();
  }
}
