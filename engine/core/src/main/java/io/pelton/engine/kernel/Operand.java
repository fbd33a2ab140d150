package io.pelton.engine.kernel;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/**
 * A tensor that a bound call reads or writes. Dtype, lengths and strides are fixed; the executor
 * may point it at other storage between runs. The typed accessors are single field reads and casts.
 */
public final class Operand {
  private final DType dtype;
  private final Layout layout;
  private final Tensor constant;
  private Storage storage;
  private long offset;

  private Operand(DType dtype, Layout layout, Tensor constant) {
    this.dtype = dtype;
    this.layout = layout;
    this.constant = constant;
  }

  /** Bound to storage before the first run. */
  public static Operand of(DType dtype, Layout layout) {
    return new Operand(dtype, layout, null);
  }

  public static Operand on(Tensor tensor) {
    Operand operand = new Operand(tensor.dtype(), tensor.layout(), null);
    operand.point(tensor.storage(), tensor.layout().offset());
    return operand;
  }

  /** A weight: its elements never change and may be packed when the kernel is bound. */
  public static Operand constant(Tensor tensor) {
    Operand operand = new Operand(tensor.dtype(), tensor.layout(), tensor);
    operand.point(tensor.storage(), tensor.layout().offset());
    return operand;
  }

  /** Moves the operand to other storage. */
  public void point(Storage newStorage, long newOffset) {
    this.storage = newStorage;
    this.offset = newOffset;
  }

  public DType dtype() {
    return dtype;
  }

  /** Lengths and strides; {@link #offset} instead of the layout's own offset is what counts. */
  public Layout layout() {
    return layout;
  }

  public Optional<Tensor> constant() {
    return Optional.ofNullable(constant);
  }

  public Storage storage() {
    return storage;
  }

  /** The storage element at which the tensor starts, in this run. */
  public long offset() {
    return offset;
  }

  public boolean isNative() {
    return storage instanceof NativeStorage;
  }

  /** The slot of the heap array at which the tensor starts, in this run. */
  public int base() {
    return ((HeapStorage) storage).base() + (int) offset;
  }

  public HeapStorage heap() {
    return (HeapStorage) storage;
  }

  public NativeStorage memory() {
    return (NativeStorage) storage;
  }

  public DeviceStorage device() {
    return (DeviceStorage) storage;
  }

  public StringStorage strings() {
    return (StringStorage) storage;
  }

  public float[] floats() {
    return heap().floats();
  }

  public double[] doubles() {
    return heap().doubles();
  }

  public long[] longs() {
    return heap().longs();
  }

  public int[] ints() {
    return heap().ints();
  }

  public short[] shorts() {
    return heap().shorts();
  }

  public byte[] bytes() {
    return heap().bytes();
  }
}
