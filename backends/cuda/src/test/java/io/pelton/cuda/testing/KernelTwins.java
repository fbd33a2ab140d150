package io.pelton.cuda.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Kernels of one node on both sides, bound to operands of any strides, so that no plan copies these
 * before. Outputs start out with what was there; rows that are not active keep it.
 */
public final class KernelTwins {
  private final Device device;

  public KernelTwins(Device device) {
    this.device = device;
  }

  /** The whole node. */
  public void check(Op op, Tensor... operands) {
    check(op, 1, 1, operands);
  }

  /**
   * @param bound rows that the node is bound for
   * @param rows that are active
   * @param operands on the heap; null where absent
   */
  public void check(Op op, int bound, int rows, Tensor... operands) {
    Node node = new Node(op, bound, operands);
    List<Object[]> expected = node.onHost(rows);
    for (Alternative alternative : node.alternatives(device)) {
      if (alternative.precision().isBitStable()) {
        List<Object[]> found = node.on(device, alternative, rows);
        for (int slot = 0; slot < expected.size(); slot++) {
          assertThat(found.get(slot))
              .as("%s, output %d, %d of %d rows, %s", op, slot, rows, bound, layouts(operands))
              .isEqualTo(expected.get(slot));
        }
      }
    }
  }

  /** The first output on the host. */
  public Object[] onHost(Op op, Tensor... operands) {
    return new Node(op, 1, operands).onHost(1).get(0);
  }

  /**
   * The first output on the device.
   *
   * @param name of the alternative
   */
  public Object[] onDevice(String name, Op op, Tensor... operands) {
    return onDevice(name, op, 1, 1, operands);
  }

  /** The first output of a kernel on the device that is in no table. */
  public Object[] onDevice(FixedKernel kernel, Op op, Tensor... operands) {
    Alternative alternative = new Alternative("unregistered", kernel, Set.of());
    return new Node(op, 1, operands).on(device, alternative, 1).get(0);
  }

  /** As {@link #check(Op, int, int, Tensor...)} binds and runs it. */
  public Object[] onDevice(String name, Op op, int bound, int rows, Tensor... operands) {
    Node node = new Node(op, bound, operands);
    Alternative alternative =
        node.alternatives(device).stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();
    return node.on(device, alternative, rows).get(0);
  }

  /**
   * What all kernels on the device leave in the memory of the outputs, as {@link #check} has it.
   */
  public List<List<Object[]>> onDevice(Op op, int bound, int rows, Tensor... operands) {
    Node node = new Node(op, bound, operands);
    return node.alternatives(device).stream()
        .map(alternative -> node.on(device, alternative, rows))
        .toList();
  }

  private static List<Layout> layouts(Tensor... operands) {
    return Arrays.stream(operands).map(t -> t == null ? null : t.layout()).toList();
  }

  /** A tensor on the heap with gaps, axes in another order and negative strides. */
  public static Tensor strided(RandomTensors tensors, DType dtype, long... dims) {
    Tensor tensor = tensors.next(dtype, dims);
    while (!(tensor.storage() instanceof HeapStorage)) {
      tensor = tensors.next(dtype, dims);
    }
    return tensor;
  }

  private static final class Node {
    private final Op op;
    private final int bound;
    private final Graph graph = new Graph();
    private final List<ValueId> ids = new ArrayList<>();
    private final Tensor[] operands;
    private final NodeId node;

    private Node(Op op, int bound, Tensor... operands) {
      this.op = op;
      this.bound = bound;
      this.operands = operands;
      for (int i = 0; i < operands.length; i++) {
        ids.add(operands[i] == null ? ValueId.ABSENT : value(i));
      }
      this.node = graph.add("node", op, ids);
    }

    private ValueId value(int i) {
      if (op.isPlanOperand(i)) {
        return graph.constant("c" + i, operands[i]);
      }
      Shape shape = Shape.fixed(operands[i].dims());
      return graph.input("x" + i, ValueType.tensor(operands[i].dtype(), shape));
    }

    List<Alternative> alternatives(Device device) {
      List<Alternative> found = device.backend().alternatives(graph, node);
      assertThat(found).as(BindingKey.of(graph, node, "cuda").toString()).isNotEmpty();
      return found;
    }

    private Inference inference() {
      return graph.inference(node);
    }

    List<Object[]> onHost(int rows) {
      Operand[] in = inputs();
      Operand[] out = outputs(in);
      FixedKernel kernel = (FixedKernel) Cpu.BACKEND.alternatives(graph, node).get(0).kernel();
      NodeSpec spec = new NodeSpec("node", op, inference(), bound, new Prepared());
      kernel.bind(spec, in, out).run(rows);
      return elements(out);
    }

    List<Object[]> on(Device device, Alternative alternative, int rows) {
      Operand[] in = inputs();
      Operand[] out = outputs(in);
      DeviceNode.run(device, alternative, op, inference(), bound, rows, in, out);
      return elements(out);
    }

    private Operand[] inputs() {
      Operand[] in = new Operand[operands.length];
      for (int i = 0; i < in.length; i++) {
        boolean isRead = operands[i] != null && !op.isPlanOperand(i);
        in[i] = isRead ? Operand.on(operands[i]) : null;
      }
      return in;
    }

    /** With ones, so that what is left alone shows, or a target of which no one else knows. */
    private Operand[] outputs(Operand... in) {
      List<ValueType> types = graph.types(node);
      Operand[] out = new Operand[types.size()];
      int first = 0;
      if (op.destructiveInput().isPresent() && types.get(0).equals(type(in[0]))) {
        in[0] = copy(in[0]);
        out[0] = in[0];
        first = 1;
      }
      for (int slot = first; slot < out.length; slot++) {
        ValueType.TensorType type = (ValueType.TensorType) types.get(slot);
        DType dtype = type.dtype();
        long[] dims = type.shape().maxDims();
        HeapStorage storage = HeapStorage.allocate(dtype, Math.max(1, Layout.elements(dims)));
        for (int i = 0; i < Array.getLength(storage.array()); i++) {
          Array.setByte(storage.array(), i, (byte) 1);
        }
        out[slot] = Operand.on(new Tensor(storage, Layout.contiguous(dims)));
      }
      return out;
    }

    private static ValueType type(Operand operand) {
      return ValueType.tensor(operand.dtype(), Shape.fixed(operand.layout().dims()));
    }

    private static Operand copy(Operand operand) {
      HeapStorage from = operand.heap();
      HeapStorage to = HeapStorage.allocate(from.dtype(), from.length());
      int slots = Math.toIntExact(from.dtype().carrierSlots(from.length()));
      System.arraycopy(from.array(), from.base(), to.array(), 0, slots);
      Operand copy = Operand.of(operand.dtype(), operand.layout());
      copy.point(to, operand.offset());
      return copy;
    }

    /** All that was allocated for the outputs. */
    private static List<Object[]> elements(Operand[] out) {
      return Arrays.stream(out)
          .map(Operand::storage)
          .map(all -> Cpu.elements(new Tensor(all, Layout.contiguous(all.length()))))
          .toList();
    }
  }
}
