package io.pelton.cuda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one node on the CPU and on the device, through the whole way that a model takes, and
 * compares as closely as the device's kernel promises.
 */
public final class Twins {
  private Twins() {}

  /**
   * The node as one of inputs alone, and with all operands but the first as constants.
   *
   * @param operands on the host, null where absent; those that are read when planning become
   *     constants in any case
   */
  public static void check(Op op, Tensor... operands) {
    checkDraws(RngOptions.DEFAULT, op, operands);
  }

  /** {@link #check} of a node that draws random numbers. */
  public static void checkDraws(RngOptions rng, Op op, Tensor... operands) {
    compare(rng, op, false, operands);
    compare(rng, op, true, operands);
  }

  /** The outputs of the node on the device alone, of inputs alone. */
  public static List<Tensor> onDevice(Op op, Tensor... operands) {
    NodeGraph node = new NodeGraph(op, false, operands);
    return node.run(
        CompileOptions.on(Cuda.devices()).withPlanning(Cuda.onlyThere()), RngOptions.DEFAULT);
  }

  private static void compare(RngOptions rng, Op op, boolean hasWeights, Tensor... operands) {
    Devices devices = Cuda.devices();
    NodeGraph node = new NodeGraph(op, hasWeights, operands);
    Precision promised = promised(devices, node);
    CompileOptions onHost = CompileOptions.on(devices);
    List<Tensor> expected = node.run(onHost, rng);
    List<Tensor> found = node.run(onHost.withPlanning(Cuda.onlyThere()), rng);
    for (int slot = 0; slot < expected.size(); slot++) {
      String what = op.label() + (hasWeights ? " with weights" : "") + ", output " + slot;
      assertThat(found.get(slot).dims()).as(what).isEqualTo(expected.get(slot).dims());
      assertAlike(what, promised, expected.get(slot), found.get(slot));
    }
  }

  /** What the least of the kernels promises that repeat their bits. */
  private static Precision promised(Devices devices, NodeGraph node) {
    return devices.get(Cuda.ID).backend().alternatives(node.graph, node.node).stream()
        .map(Alternative::precision)
        .filter(Precision::isBitStable)
        .reduce((a, b) -> a.meets(b) ? b : a)
        .orElse(Precision.EXACT_BITS);
  }

  /** Equal bits, or as far apart as the promise allows. All NaN are alike. */
  public static void assertAlike(String what, Precision promised, Tensor expected, Tensor found) {
    Object[] wanted = Cpu.elements(expected);
    Object[] given = Cpu.elements(found);
    if (promised.isExact() || !expected.dtype().isFloat()) {
      assertThat(given).as(what).isEqualTo(wanted);
      return;
    }
    for (int i = 0; i < wanted.length; i++) {
      double one = (Double) wanted[i];
      double other = (Double) given[i];
      boolean isSame = Double.compare(one, other) == 0;
      double allowed = promised.maxUlps() * ulp(expected.dtype(), one);
      assertThat(isSame || Math.abs(one - other) <= allowed)
          .as("%s, element %d: %s instead of %s", what, i, other, one)
          .isTrue();
    }
  }

  private static double ulp(DType dtype, double value) {
    double magnitude = Math.abs(value);
    return switch (dtype) {
      case F64 -> Math.ulp(magnitude);
      case F32 -> Math.ulp((float) magnitude);
      case F16 -> Math.max(Math.ulp((float) magnitude) * 0x1p13, 0x1p-24);
      default -> Math.ulp((float) magnitude) * 0x1p16;
    };
  }

  /** A graph of one node. */
  private static final class NodeGraph {
    private final Graph graph = new Graph();
    private final Map<String, Tensor> inputs = new LinkedHashMap<>();
    private final NodeId node;
    private final NamedGraph named;

    private NodeGraph(Op op, boolean hasWeights, Tensor... operands) {
      Map<String, ValueId> ends = new LinkedHashMap<>();
      List<ValueId> ids = new ArrayList<>();
      for (int i = 0; i < operands.length; i++) {
        Tensor operand = operands[i];
        if (operand == null) {
          ids.add(ValueId.ABSENT);
        } else if (op.isPlanOperand(i) || (hasWeights && i > 0)) {
          ids.add(graph.constant("c" + i, operand));
        } else {
          Shape shape = Shape.fixed(operand.dims());
          ValueId id = graph.input("x" + i, ValueType.tensor(operand.dtype(), shape));
          ids.add(id);
          ends.put("x" + i, id);
          inputs.put("x" + i, operand);
        }
      }
      this.node = graph.add("node", op, ids);
      Map<String, ValueId> outputs = new LinkedHashMap<>();
      for (int slot = 0; slot < graph.types(node).size(); slot++) {
        outputs.put("y" + slot, new ValueId(node, slot));
      }
      this.named = new NamedGraph("node", graph, ends, outputs);
    }

    private List<Tensor> run(CompileOptions options, RngOptions rng) {
      try (CompiledGraph compiled = CompiledGraph.compile(named, options);
          ExecutableGraph executable = compiled.newExecutable()) {
        executable.capability(RandomNumbers.class).ifPresent(numbers -> numbers.set(rng));
        Map<String, Value> outputs = executable.run(inputs);
        List<Tensor> copies = new ArrayList<>();
        for (Value output : outputs.values()) {
          copies.add(Cpu.evaluate(new ShapeOp.Copy(), (Tensor) output));
        }
        return copies;
      }
    }
  }
}
