package io.pelton.cpu.testing;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A node whose operands have rows up to a bound, as a plan binds it. Outputs hold a pattern before
 * every run, and where the op is destructive, output 0 lies on operand 0.
 */
public final class ExtentNode {
  private static final SymbolId ROWS = new SymbolId("rows");

  private static final Place ON_HOST =
      (alternative, op, inference, bound, rows, in, out) -> {
        NodeSpec spec = new NodeSpec("node", op, inference, bound, new Prepared());
        ((FixedKernel) alternative.kernel()).bind(spec, in, out).run(rows);
      };

  /** Where kernels run. */
  @FunctionalInterface
  public interface Place {
    /**
     * Binds and runs a kernel once.
     *
     * @param bound rows that it is bound for
     * @param rows of this run
     * @param in on the heap; null where the kernel gets none
     * @param out on the heap, or growable strings
     */
    void run(
        Alternative alternative,
        Op op,
        Inference inference,
        int bound,
        int rows,
        Operand[] in,
        Operand[] out);
  }

  private final Op op;
  private final int rows;
  private final Set<Integer> rowOperands;
  private final List<Tensor> sources;
  private final Graph graph = new Graph();
  private final NodeId node;

  /**
   * @param rows upper bound
   * @param rowOperands which of the operands have rows on axis 0
   * @param sources operands with at least so many rows, packed on the heap; null where absent; of a
   *     plan operand that is a shape with rows, a tensor of that shape
   */
  public ExtentNode(Op op, int rows, Set<Integer> rowOperands, List<Tensor> sources) {
    this.op = op;
    this.rows = rows;
    this.rowOperands = rowOperands;
    this.sources = sources;
    graph.markRows(ROWS);
    List<ValueId> ids = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      ids.add(id(i));
    }
    this.node = graph.add("node", op, ids);
  }

  private ValueId id(int operand) {
    Tensor source = sources.get(operand);
    if (source == null) {
      return ValueId.ABSENT;
    }
    if (!rowOperands.contains(operand)) {
      return graph.constant("weights", source);
    }
    List<Extent> extents = new ArrayList<>(Shape.fixed(source.dims()).extents());
    extents.set(0, Extent.symbolic(ROWS, rows));
    ValueId input = graph.input("x" + operand, ValueType.tensor(source.dtype(), Shape.of(extents)));
    return op.isPlanOperand(operand)
        ? graph.apply("shape", new ShapeOp.ShapeOf(0, Long.MAX_VALUE), input)
        : input;
  }

  /** What its kernel is registered under. */
  public BindingKey key() {
    return BindingKey.of(graph, node, "cpu");
  }

  /** True when the op says that its rows stay apart, and all of its outputs have rows. */
  public boolean isRowwise() {
    return op.isRowwise(graph.inference(node))
        && graph.types(node).stream().allMatch(type -> graph.isRows(((TensorType) type).shape()));
  }

  /**
   * The outputs of a run on fresh memory.
   *
   * @param active rows of it
   * @param padding what the operands hold in the rows from {@code active} on
   */
  public List<Tensor> run(Alternative alternative, int active, Padding padding) {
    return run(ON_HOST, alternative, active, padding);
  }

  /** {@link #run(Alternative, int, Padding)} of a kernel of some device. */
  public List<Tensor> run(Place place, Alternative alternative, int active, Padding padding) {
    Operand[] in = new Operand[sources.size()];
    for (int i = 0; i < in.length; i++) {
      in[i] = operand(i, active, padding);
    }
    List<Tensor> results = new ArrayList<>();
    for (ValueType type : graph.types(node)) {
      results.add(isTarget(results.size()) ? on(in[0]) : patterned((TensorType) type));
    }
    Operand[] out = results.stream().map(Operand::on).toArray(Operand[]::new);
    place.run(alternative, op, graph.inference(node), rows, active, in, out);
    return results;
  }

  private Operand operand(int index, int active, Padding padding) {
    Tensor source = sources.get(index);
    if (source == null || op.isPlanOperand(index)) {
      return null;
    }
    if (!rowOperands.contains(index)) {
      return Operand.constant(source);
    }
    long[] dims = source.dims();
    dims[0] = rows;
    Tensor padded = padding.pad(source, active, rows);
    Operand operand = Operand.of(source.dtype(), Layout.contiguous(dims));
    operand.point(padded.storage(), 0);
    return operand;
  }

  private static Tensor on(Operand operand) {
    return new Tensor(operand.storage(), operand.layout());
  }

  private static Tensor patterned(TensorType type) {
    long[] dims = type.shape().maxDims();
    if (type.dtype() == DType.STRING) {
      return new Tensor(StringStorage.growable(), Layout.contiguous(dims));
    }
    Tensor tensor = Tensor.allocate(type.dtype(), dims);
    fill(((HeapStorage) tensor.storage()).array());
    return tensor;
  }

  private static void fill(Object array) {
    if (array instanceof float[] floats) {
      Arrays.fill(floats, 1234.5f);
    } else if (array instanceof double[] doubles) {
      Arrays.fill(doubles, 1234.5);
    } else if (array instanceof long[] longs) {
      Arrays.fill(longs, 0x5a5a5a5a5a5a5a5aL);
    } else if (array instanceof int[] ints) {
      Arrays.fill(ints, 0x5a5a5a5a);
    } else if (array instanceof short[] shorts) {
      Arrays.fill(shorts, (short) 0x5a5a);
    } else {
      Arrays.fill((byte[]) array, (byte) 0x5a);
    }
  }

  /**
   * What output {@code slot} holds in its rows from {@code active} on where nobody writes there.
   */
  public Object[] untouched(int slot, int active, Padding padding) {
    Tensor output =
        isTarget(slot)
            ? padding.pad(sources.get(0), active, rows)
            : patterned((TensorType) graph.types(node).get(slot));
    return rows(output, active, end(slot, active, padding));
  }

  /** The end of the rows of output {@code slot} for which there is memory. */
  public int end(int slot, int active, Padding padding) {
    return isTarget(slot) && padding == Padding.MISSING ? active : rows;
  }

  private boolean isTarget(int slot) {
    return slot == 0 && op.destructiveInput().isPresent();
  }

  /** The elements of some rows of a packed tensor; strings that were never written are left out. */
  public static Object[] rows(Tensor tensor, int from, int to) {
    long[] dims = tensor.dims();
    long perRow = dims[0] == 0 ? 0 : tensor.layout().elements() / dims[0];
    if (tensor.dtype() == DType.STRING) {
      StringStorage strings = (StringStorage) tensor.storage();
      int end = (int) Math.min(strings.length(), to * perRow);
      List<Object> found = new ArrayList<>();
      for (int i = (int) (from * perRow); i < end; i++) {
        found.add(strings.get(i));
      }
      return found.toArray();
    }
    dims[0] = (long) to - from;
    long[] strides = tensor.layout().strides();
    return Cpu.elements(
        new Tensor(tensor.storage(), Layout.of(dims, strides, (long) from * perRow)));
  }
}
