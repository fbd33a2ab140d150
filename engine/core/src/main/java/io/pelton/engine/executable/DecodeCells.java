package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;

/** An input of a decode session, on the heap, whose elements are written between runs. */
final class DecodeCells {
  private final String name;
  private final Tensor tensor;
  private final HeapStorage storage;

  private DecodeCells(String name, Tensor tensor) {
    this.name = name;
    this.tensor = tensor;
    this.storage = (HeapStorage) tensor.storage();
  }

  /**
   * All zero.
   *
   * @param name for the message
   * @throws InputMismatch for a dtype that can't be written
   */
  static DecodeCells of(String name, DType dtype, long... dims) {
    return switch (dtype) {
      case F64, F32, F16, BF16, I64, I32, BOOL ->
          new DecodeCells(name, Tensor.allocate(dtype, dims));
      default ->
          throw new InputMismatch(
              name, "dtype", "one that a decode session can write", dtype.toString());
    };
  }

  Tensor tensor() {
    return tensor;
  }

  /**
   * @throws InputMismatch when the dtype is I32 and can't hold it
   */
  void set(int index, long value) {
    switch (storage.dtype()) {
      case I64 -> storage.longs()[index] = value;
      case I32 -> storage.ints()[index] = toInt(value);
      default -> set(index, (double) value);
    }
  }

  private int toInt(long value) {
    if (value != (int) value) {
      throw new InputMismatch(name, "a value", "one that I32 holds", Long.toString(value));
    }
    return (int) value;
  }

  void set(int index, double value) {
    switch (storage.dtype()) {
      case F64 -> storage.doubles()[index] = value;
      case F32 -> storage.floats()[index] = (float) value;
      case F16 -> storage.shorts()[index] = Half.doubleToF16(value);
      case BF16 -> storage.shorts()[index] = Half.doubleToBf16(value);
      case I64 -> storage.longs()[index] = (long) value;
      case I32 -> storage.ints()[index] = (int) value;
      default -> storage.bytes()[index] = (byte) value;
    }
  }
}
