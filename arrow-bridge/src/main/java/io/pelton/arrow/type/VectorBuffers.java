package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Copies engine elements into new Arrow memory. */
final class VectorBuffers {
  private VectorBuffers() {}

  /**
   * The value buffer of a vector of numbers or truth values.
   *
   * @param position of each value in the storage
   * @param run whether positions ascend by one
   */
  static ArrowBuf numbers(
      BufferAllocator allocator,
      Storage storage,
      IntUnaryOperator position,
      boolean run,
      int count) {
    DType dtype = storage.dtype();
    NumberType type = (NumberType) ColumnType.of(ArrowTypes.of(dtype).orElseThrow()).orElseThrow();
    int bytes = Math.toIntExact(type.bytes(count));
    ArrowBuf buffer = allocator.buffer(bytes);
    ByteBuffer target = buffer.nioBuffer(0, bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!(run && count > 0 && bulk(storage, position.applyAsInt(0), count, target))) {
      singly(storage, position, count, target);
    }
    buffer.writerIndex(bytes);
    return buffer;
  }

  private static boolean bulk(Storage storage, int from, int count, ByteBuffer target) {
    if (storage instanceof NativeStorage memory && isArrow(storage.dtype())) {
      int width = storage.dtype().bits() / 8;
      target.put(memory.bytes().slice(from * width, count * width));
      return true;
    }
    if (!(storage instanceof HeapStorage heap)) {
      return false;
    }
    int at = heap.base() + from;
    switch (heap.dtype()) {
      case F32 -> target.asFloatBuffer().put(heap.floats(), at, count);
      case F64 -> target.asDoubleBuffer().put(heap.doubles(), at, count);
      case I64, U64 -> target.asLongBuffer().put(heap.longs(), at, count);
      case I32, U32 -> target.asIntBuffer().put(heap.ints(), at, count);
      case I16, U16, F16 -> target.asShortBuffer().put(heap.shorts(), at, count);
      case I8, U8 -> target.put(heap.bytes(), at, count);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Whether Arrow's vectors hold the very bytes of this dtype. */
  private static boolean isArrow(DType dtype) {
    return dtype != DType.BOOL && dtype != DType.BF16;
  }

  private static void singly(
      Storage storage, IntUnaryOperator position, int count, ByteBuffer target) {
    ElementReader reader = ElementReader.of(storage);
    if (storage.dtype() == DType.BOOL) {
      for (int i = 0; i < count; i++) {
        Cells.setBit(target, i, reader.longAt(position.applyAsInt(i)) != 0);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      put(storage.dtype(), reader, position.applyAsInt(i), target);
    }
  }

  private static void put(DType dtype, ElementReader reader, int at, ByteBuffer target) {
    switch (dtype) {
      case F64 -> target.putDouble(reader.doubleAt(at));
      case F32, BF16 -> target.putFloat((float) reader.doubleAt(at));
      case F16 -> target.putShort(Half.doubleToF16(reader.doubleAt(at)));
      case I64, U64 -> target.putLong(reader.longAt(at));
      case I32, U32 -> target.putInt((int) reader.longAt(at));
      case I16, U16 -> target.putShort((short) reader.longAt(at));
      default -> target.put((byte) reader.longAt(at));
    }
  }
}
