package io.pelton.cpu.testing;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Evaluates single ops and graphs on the CPU backend. */
public final class Cpu {
  public static final Backend BACKEND = Backend.open(new CpuBackendProvider());

  private Cpu() {}

  /** The first output of the op on the operands, null where absent. */
  public static Tensor evaluate(Op op, Tensor... operands) {
    return (Tensor) new Evaluator(BACKEND, new Prepared()).evaluate("node", op, operands)[0];
  }

  /** The outputs of a graph as it is, by name; writes session state. */
  public static Map<String, Value> realize(NamedGraph named, Map<String, Tensor> inputs) {
    Devices devices = Devices.of(BACKEND);
    PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(named, inputs))) {
      return realized.outputs(named);
    }
  }

  /**
   * The elements in row-major order in a form that is equal where their bits are: floats as {@link
   * Double} (all NaN alike), integers and booleans as {@link Long}, complex numbers as pairs,
   * floats below 16 bits as the integers that their bits are, strings.
   */
  public static Object[] elements(Tensor tensor) {
    if (tensor.dtype() == DType.STRING) {
      return tensor.toStrings();
    }
    if (tensor.dtype().kind() == DType.Kind.COMPLEX) {
      return pairs(tensor);
    }
    if (tensor.dtype().isFloat() && tensor.dtype().bits() < 16) {
      return elements(reread(tensor, tensor.dtype().bits() == 4 ? DType.U4 : DType.U8, 1));
    }
    if (tensor.dtype().isFloat()) {
      return Arrays.stream(tensor.toDoubles()).boxed().toArray();
    }
    return Arrays.stream(tensor.toLongs()).boxed().toArray();
  }

  private static Object[] pairs(Tensor tensor) {
    Tensor parts = reread(tensor, tensor.dtype() == DType.C64 ? DType.F32 : DType.F64, 2);
    ElementReader reader = ElementReader.of(parts.storage());
    return IntStream.range(0, (int) tensor.layout().elements())
        .map(i -> 2 * (int) tensor.layout().position(i))
        .mapToObj(at -> List.of(reader.doubleAt(at), reader.doubleAt(at + 1)))
        .toArray();
  }

  /** The same memory as elements of another dtype. */
  private static Tensor reread(Tensor tensor, DType dtype, int perElement) {
    int length = perElement * (int) tensor.storage().length();
    Storage storage =
        tensor.storage() instanceof HeapStorage heap
            ? HeapStorage.wrap(dtype, heap.array(), heap.base(), length)
            : NativeStorage.wrap(dtype, ((NativeStorage) tensor.storage()).bytes(), () -> {});
    return new Tensor(storage, tensor.layout());
  }

  /** The tensor as it is seen in another layout, with the layout's own offset left out. */
  public static Tensor broadcast(Tensor tensor, long... dims) {
    return new Tensor(tensor.storage(), tensor.layout().broadcastTo(dims));
  }

  /** The shape to which both broadcast. */
  public static long[] broadcastDims(long[] a, long[] b) {
    int rank = Math.max(a.length, b.length);
    long[] dims = new long[rank];
    for (int axis = 0; axis < rank; axis++) {
      long left = at(a, axis - rank + a.length);
      long right = at(b, axis - rank + b.length);
      dims[axis] = left == 1 ? right : left;
    }
    return dims;
  }

  private static long at(long[] dims, int axis) {
    return axis < 0 ? 1 : dims[axis];
  }

  public static int count(long... dims) {
    return Math.toIntExact(Layout.elements(dims));
  }
}
