package io.pelton.cuda.kernel.elementwise;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.BitCast;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Random operands of elementwise ops, on the heap. */
final class Operands {
  private final RandomTensors tensors;
  private final DType dtype;
  private final boolean isStrided;
  private final long[] dims;

  /**
   * @param isStrided whether operands lie in any way and are broadcast
   * @param dims of the output
   */
  Operands(RandomTensors tensors, DType dtype, boolean isStrided, long... dims) {
    this.tensors = tensors;
    this.dtype = dtype;
    this.isStrided = isStrided;
    this.dims = dims;
  }

  Tensor[] of(Op op) {
    List<Tensor> operands = new ArrayList<>();
    if (op instanceof Where) {
      operands.add(broadcast(DType.BOOL));
      operands.add(broadcast(dtype));
      operands.add(broadcast(dtype));
    } else if (op instanceof Clip) {
      operands.add(tensor(dtype, dims));
      operands.add(bound());
      operands.add(bound());
    } else if (isUnary(op)) {
      operands.add(tensor(dtype, dims));
    } else {
      operands.add(broadcast(dtype));
      Tensor other = broadcast(dtype);
      boolean isDivision = op.kind() == OpKind.DIV && dtype.isInteger();
      operands.add(isDivision ? withoutZeros(other) : other);
    }
    return operands.toArray(Tensor[]::new);
  }

  private static boolean isUnary(Op op) {
    return op instanceof Unary || op instanceof Cast || op instanceof BitCast || op instanceof Gelu;
  }

  /** Sometimes absent. */
  private Tensor bound() {
    return tensors.random().nextInt(4) == 0 ? null : tensor(dtype);
  }

  private Tensor broadcast(DType of) {
    return tensor(of, isStrided ? tensors.broadcastable(dims) : dims);
  }

  private Tensor tensor(DType of, long... lengths) {
    if (!isStrided) {
      return tensors.packed(of, lengths);
    }
    Tensor tensor = tensors.next(of, lengths);
    while (!(tensor.storage() instanceof HeapStorage)) {
      tensor = tensors.next(of, lengths);
    }
    return tensor;
  }

  private static Tensor withoutZeros(Tensor tensor) {
    HeapStorage heap = (HeapStorage) tensor.storage();
    for (int i = heap.base(); i < heap.base() + heap.length(); i++) {
      switch (heap.dtype().carrier()) {
        case LONGS -> heap.longs()[i] = heap.longs()[i] == 0 ? -1 : heap.longs()[i];
        case INTS -> heap.ints()[i] = heap.ints()[i] == 0 ? -1 : heap.ints()[i];
        case SHORTS -> heap.shorts()[i] = heap.shorts()[i] == 0 ? -1 : heap.shorts()[i];
        case BYTES -> heap.bytes()[i] = heap.bytes()[i] == 0 ? -1 : heap.bytes()[i];
        default -> throw new IllegalArgumentException(heap.dtype() + " is no integer");
      }
    }
    return tensor;
  }
}
