package io.pelton.cuda.fault;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Random;

/** y [N,8] = softmax (x [N,16] * w), all on a device; closes what it opened, last first. */
final class Classifier implements AutoCloseable {
  private static final int WIDTH = 16;
  private static final int CLASSES = 8;

  private final CompiledGraph compiled;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  Classifier(DeviceId device) {
    Devices devices = Devices.open(device.toString(), Classifier.class.getClassLoader());
    PlanOptions plan = PlanOptions.pinnedTo(device);
    compiled = CompiledGraph.compile(graph(), CompileOptions.on(devices).withPlanning(plan));
    opened.push(compiled);
  }

  /** The same on the CPU. */
  Classifier() {
    Devices devices = Devices.open("cpu", Classifier.class.getClassLoader());
    compiled = CompiledGraph.compile(graph(), CompileOptions.on(devices));
    opened.push(compiled);
  }

  private static NamedGraph graph() {
    Graph graph = new Graph();
    Extent rows = Extent.symbolic(new SymbolId("N"));
    ValueType type = ValueType.tensor(DType.F32, Shape.of(rows, Extent.fixed(WIDTH)));
    ValueId x = graph.input("x", type);
    float[] weights = data(WIDTH * CLASSES, 1);
    ValueId w = graph.constant("w", Tensor.of(weights, WIDTH, CLASSES));
    ValueId product = graph.apply("product", new LinalgOp.MatMul(), x, w);
    ValueId y = graph.apply("y", new ReduceOp.Softmax(1, false), product);
    return new NamedGraph("classifier", graph, Map.of("x", x), Map.of("y", y));
  }

  private static float[] data(int length, long seed) {
    float[] data = new float[length];
    Random random = new Random(seed);
    for (int i = 0; i < length; i++) {
      data[i] = random.nextFloat() - 0.5f;
    }
    return data;
  }

  static Tensor input(int rows) {
    return Tensor.of(data(rows * WIDTH, rows), rows, WIDTH);
  }

  ExecutableGraph open() {
    ExecutableGraph executable = compiled.newExecutable();
    opened.push(executable);
    return executable;
  }

  static float[] run(ExecutableGraph executable, int rows) {
    executable.runSlots(input(rows));
    return ((Tensor) executable.output(0)).toFloats();
  }

  /** What runs on the CPU give. */
  static float[] expected(int rows) {
    try (Classifier host = new Classifier()) {
      return run(host.open(), rows);
    }
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        throw new AssertionError("closing failed", e);
      }
    }
  }
}
