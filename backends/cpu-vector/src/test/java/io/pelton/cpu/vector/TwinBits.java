package io.pelton.cpu.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One node on the CPU with and without vector kernels. */
public final class TwinBits {
  private TwinBits() {}

  /**
   * @param constants which operands are constants
   * @param operands null for one that is absent
   */
  public static void assertSame(Op op, Set<Integer> constants, Tensor... operands) {
    assertThat(run(Backends.VECTOR, op, constants, operands))
        .as("%s of %s", op, shapes(operands))
        .isEqualTo(run(Backends.SCALAR, op, constants, operands));
  }

  private static List<String> shapes(Tensor... operands) {
    return Arrays.stream(operands)
        .filter(Objects::nonNull)
        .map(tensor -> Arrays.toString(tensor.dims()))
        .toList();
  }

  private static List<List<Integer>> run(
      Backend backend, Op op, Set<Integer> constants, Tensor... operands) {
    Graph graph = new Graph();
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    Map<String, Tensor> fed = new LinkedHashMap<>();
    List<ValueId> ids = new ArrayList<>();
    for (int i = 0; i < operands.length; i++) {
      String name = "x" + i;
      if (operands[i] == null) {
        ids.add(ValueId.ABSENT);
      } else if (constants.contains(i)) {
        ids.add(graph.constant(name, operands[i]));
      } else {
        ValueType type = ValueType.tensor(operands[i].dtype(), Shape.fixed(operands[i].dims()));
        ids.add(graph.input(name, type));
        inputs.put(name, ids.get(i));
        fed.put(name, operands[i]);
      }
    }
    NodeId node = graph.add("y", op, ids);
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    for (int slot = 0; slot < graph.types(node).size(); slot++) {
      outputs.put("y" + slot, new ValueId(node, slot));
    }
    NamedGraph named = new NamedGraph("node", graph, inputs, outputs);
    try (CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      Map<String, ?> found = executable.run(fed);
      return outputs.keySet().stream().map(name -> bits((Tensor) found.get(name))).toList();
    }
  }

  private static List<Integer> bits(Tensor tensor) {
    List<Integer> bits = new ArrayList<>();
    if (tensor.dtype().isFloat()) {
      for (float number : tensor.toFloats()) {
        bits.add(Float.floatToIntBits(number));
      }
    } else {
      for (long number : tensor.toLongs()) {
        bits.add(Math.toIntExact(number));
      }
    }
    return bits;
  }
}
