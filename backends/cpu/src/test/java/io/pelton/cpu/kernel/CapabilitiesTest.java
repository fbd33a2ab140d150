package io.pelton.cpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Kernels can do what their alternatives say. */
class CapabilitiesTest {
  private static final BindingTable TABLE = Cpu.BACKEND.table();

  /** More than one block of the elementwise loops, and not a whole number of them. */
  private static final long LENGTH = 2_500;

  private final RandomTensors tensors = new RandomTensors(29);

  @Test
  void everyKernelIsExactNamesItsSourceAndRunsOnAnyNumberOfRows() {
    forEach(
        (key, alternative) -> {
          assertThat(alternative.precision().isExact()).as(key.toString()).isTrue();
          assertThat(alternative.source()).as(key.toString()).isEqualTo("cpu-scalar");
          assertThat(alternative.can(Capability.ACTIVE_EXTENT)).as(key.toString()).isTrue();
        });
  }

  @Test
  void onlyFixedKernelsOfNumbersMayBeCaptured() {
    forEach(
        (key, alternative) -> {
          boolean hasStrings =
              key.inputs().contains(DType.STRING) || key.outputs().contains(DType.STRING);
          assertThat(alternative.can(Capability.CAPTURABLE))
              .as(key.toString())
              .isEqualTo(alternative.kernel() instanceof FixedKernel && !hasStrings);
        });
  }

  @Test
  void inPlaceGivesTheSameBits() {
    int[] tried = new int[1];
    forEach(
        (key, alternative) -> {
          if (alternative.can(Capability.IN_PLACE)) {
            checkInPlace(key, (FixedKernel) alternative.kernel());
            tried[0]++;
          }
        });
    assertThat(tried[0]).isGreaterThan(50);
  }

  private void checkInPlace(BindingKey key, FixedKernel kernel) {
    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    NodeId node = node(graph, key, operands);
    Operand[] apart = new Operand[operands.size()];
    Operand[] shared = new Operand[operands.size()];
    for (int i = 0; i < apart.length; i++) {
      ValueType.TensorType type = (ValueType.TensorType) graph.type(operands.get(i));
      Tensor values = ordinary(key.kind(), i, type);
      apart[i] = Operand.on(values);
      shared[i] = i == 0 ? Operand.on(copy(values)) : apart[i];
    }
    Tensor fresh = Tensor.allocate(key.outputs().get(0), LENGTH);
    Tensor target = new Tensor(shared[0].storage(), shared[0].layout());
    run(kernel, graph, node, apart, fresh);
    run(kernel, graph, node, shared, target);
    assertThat(Cpu.elements(target)).as(key.toString()).isEqualTo(Cpu.elements(fresh));
  }

  private static void run(FixedKernel kernel, Graph graph, NodeId node, Operand[] in, Tensor out) {
    NodeSpec spec = new NodeSpec("node", graph.op(node), graph.inference(node), 1, new Prepared());
    kernel.bind(spec, in, new Operand[] {Operand.on(out)}).run(1);
  }

  /** Integers are divided by 1 only. */
  private Tensor ordinary(OpKind kind, int operand, ValueType.TensorType type) {
    long[] dims = type.shape().dims();
    return kind == OpKind.DIV && operand == 1 && type.dtype().isInteger()
        ? Cpu.evaluate(
            new ElementwiseOp.Cast(type.dtype()),
            Cpu.evaluate(
                new ElementwiseOp.Binary(OpKind.EQUAL),
                Tensor.allocate(DType.I64, dims),
                Tensor.allocate(DType.I64, dims)))
        : tensors.packed(type.dtype(), dims);
  }

  private static Tensor copy(Tensor tensor) {
    return Cpu.evaluate(new ShapeOp.Copy(), tensor);
  }

  /** A node of that key, as the ops' rules admit it, with fresh inputs. */
  private static NodeId node(Graph graph, BindingKey key, List<ValueId> operands) {
    for (Op op : candidates(key)) {
      operands.clear();
      for (int i = 0; i < count(op); i++) {
        DType dtype = key.inputs().get(Math.min(i, key.inputs().size() - 1));
        long length = key.kind() == OpKind.CLIP && i > 0 ? 1 : LENGTH;
        operands.add(graph.input("x" + i, ValueType.tensor(dtype, Shape.fixed(length))));
      }
      Optional<NodeId> node = admitted(graph, op, operands);
      if (node.isPresent() && BindingKey.of(graph, node.get(), "cpu").equals(key)) {
        return node.get();
      }
    }
    throw new AssertionError("say here how a node of " + key + " is made");
  }

  private static int count(Op op) {
    return switch (op.kind()) {
      case WHERE, CLIP -> 3;
      case FUSED_ELEMENTWISE -> 2;
      default -> op instanceof ElementwiseOp.Binary ? 2 : 1;
    };
  }

  private static Optional<NodeId> admitted(Graph graph, Op op, List<ValueId> operands) {
    try {
      return Optional.of(graph.add("node", op, operands));
    } catch (InvalidOp e) {
      return Optional.empty();
    }
  }

  private static List<Op> candidates(BindingKey key) {
    OpKind kind = key.kind();
    return switch (kind) {
      case WHERE -> List.of(new ElementwiseOp.Where());
      case CLIP -> List.of(new ElementwiseOp.Clip());
      case CAST -> List.of(new ElementwiseOp.Cast(key.outputs().get(0)));
      case GELU -> List.of(new ElementwiseOp.Gelu(ElementwiseOp.Gelu.Approximation.NONE));
      case FUSED_ELEMENTWISE -> List.of(program());
      default -> List.of(new ElementwiseOp.Binary(kind), new ElementwiseOp.Unary(kind));
    };
  }

  /** Reads its first operand again after it has computed with it. */
  private static Op program() {
    return new FusedOp.Elementwise(
        new ElementwiseProgram(
            0,
            2,
            List.of(
                Instruction.of(OpKind.ADD, Ref.input(0), Ref.input(1)),
                Instruction.of(OpKind.TANH, Ref.result(0)),
                Instruction.of(OpKind.MUL, Ref.result(1), Ref.input(0)))));
  }

  private static void forEach(BiConsumer<BindingKey, Alternative> check) {
    TABLE.keys().forEach(key -> TABLE.lookup(key).forEach(found -> check.accept(key, found)));
  }
}
