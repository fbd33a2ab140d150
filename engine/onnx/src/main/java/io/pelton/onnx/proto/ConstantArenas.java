package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Memory for raw data of middling size, of which many tensors share an array. Collectors with
 * regions give an array that fills half of one whole regions, so that arrays of their own would
 * take up to twice their bytes. Larger tensors lose little by that; smaller ones lie with others
 * anyway.
 *
 * <p>A shared array stays for as long as one of its tensors does.
 */
final class ConstantArenas {
  private static final long SMALLEST = 64 << 10;
  private static final long LARGEST = 16 << 20;
  private static final long ARENA = 64 << 20;

  private static final class Arena {
    private final Object array;
    private final int length;
    private int used;

    private Arena(Carrier carrier, int length) {
      this.array = carrier.allocate(length);
      this.length = length;
    }
  }

  /** Bytes that are still to come. */
  private final Map<Carrier, Long> expected = new EnumMap<>(Carrier.class);

  private final Map<Carrier, Arena> open = new EnumMap<>(Carrier.class);

  /**
   * @param tensors that will be decoded, of which arenas get as large as they have to be
   */
  ConstantArenas(List<TensorProto> tensors) {
    for (TensorProto tensor : tensors) {
      long bytes = tensor.getRawData().size();
      ElementTypes.of(tensor.getDataType())
          .filter(dtype -> shares(dtype, bytes))
          .ifPresent(dtype -> expected.merge(dtype.carrier(), bytes, Long::sum));
    }
  }

  private static boolean shares(DType dtype, long bytes) {
    return dtype.bits() >= Byte.SIZE && bytes >= SMALLEST && bytes <= LARGEST;
  }

  /** Room for elements whose bytes are there. */
  HeapStorage allocate(DType dtype, int elements) {
    Carrier carrier = dtype.carrier();
    int slots = Math.toIntExact(dtype.carrierSlots(elements));
    long bytes = (long) slots * carrier.width();
    long remaining = expected.getOrDefault(carrier, 0L);
    if (!shares(dtype, bytes) || bytes > remaining) {
      return HeapStorage.allocate(dtype, elements);
    }
    Arena arena = open.get(carrier);
    if (arena == null || arena.length - arena.used < slots) {
      arena = new Arena(carrier, Math.toIntExact(Math.min(ARENA, remaining) / carrier.width()));
      open.put(carrier, arena);
    }
    expected.put(carrier, remaining - bytes);
    HeapStorage storage = HeapStorage.wrap(dtype, arena.array, arena.used, elements);
    arena.used += slots;
    return storage;
  }
}
