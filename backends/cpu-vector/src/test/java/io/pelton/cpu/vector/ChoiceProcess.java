package io.pelton.cpu.vector;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** Chooses backends and runs a model, in a process of its own, and prints what it finds. */
final class ChoiceProcess {
  private static final int SIDE = 65;

  private ChoiceProcess() {}

  public static void main(String[] arguments) {
    ClassLoader loader = ChoiceProcess.class.getClassLoader();
    Backend best = Backend.best(loader);
    print("best " + kernel(best));
    print("named " + kernel(Backend.named("cpu", loader)));
    print("opened " + kernel(Devices.open("cpu", loader).host().backend()));
    print("bits " + bits(CompileOptions.on(null, loader)));
  }

  private static String kernel(Backend backend) {
    return backend.table().lookup(backend.table().keys().get(0)).get(0).name();
  }

  private static int bits(CompileOptions options) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(SIDE, SIDE)));
    ValueId product = graph.apply("product", new MatMul(), x, x);
    ValueId y = graph.apply("tanh", new Unary(OpKind.TANH), product);
    NamedGraph named = new NamedGraph("choice", graph, Map.of("x", x), Map.of("y", y));
    float[] numbers = new float[SIDE * SIDE];
    Random random = new Random(5);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextFloat() - 0.5f;
    }
    try (CompiledGraph compiled = CompiledGraph.compile(named, options);
        ExecutableGraph executable = compiled.newExecutable()) {
      Tensor out = (Tensor) executable.run(Map.of("x", Tensor.of(numbers, SIDE, SIDE))).get("y");
      return Arrays.hashCode(out.toFloats());
    }
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
