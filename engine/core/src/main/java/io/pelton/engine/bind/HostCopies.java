package io.pelton.engine.bind;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;

/** Copies host values out of memory that will be written again. */
public final class HostCopies {
  private HostCopies() {}

  public static Value of(Value value) {
    if (value instanceof Tensor tensor) {
      return of(tensor);
    }
    if (value instanceof Sequence sequence) {
      return new Sequence(sequence.values().stream().map(HostCopies::of).toList());
    }
    Mapping mapping = (Mapping) value;
    return new Mapping(of(mapping.keys()), of(mapping.values()));
  }

  /** A small I64 or I32 tensor, wherever and however it lies. */
  public static Tensor ofIntegers(Tensor tensor) {
    long[] longs = tensor.toLongs();
    if (tensor.dtype() == DType.I64) {
      return Tensor.of(longs, tensor.dims());
    }
    return Tensor.of(Arrays.stream(longs).mapToInt(Math::toIntExact).toArray(), tensor.dims());
  }

  private static Tensor of(Tensor tensor) {
    Layout layout = tensor.layout();
    int count = Math.toIntExact(layout.elements());
    if (tensor.dtype() == DType.STRING) {
      StringStorage source = (StringStorage) tensor.storage();
      StringStorage target = StringStorage.growable();
      for (int i = 0; i < count; i++) {
        target.append(source, Math.toIntExact(layout.position(i)));
      }
      return new Tensor(target, Layout.contiguous(layout.dims()));
    }
    if (count == 0) {
      return Tensor.allocate(tensor.dtype(), layout.dims());
    }
    HeapStorage source = (HeapStorage) tensor.storage();
    HeapStorage target = HeapStorage.allocate(tensor.dtype(), count);
    int bits = tensor.dtype().bits();
    if (layout.offset() * bits % Byte.SIZE != 0) {
      copyBits(source, Math.toIntExact(layout.offset()), target, bits);
    } else {
      int slots = Math.toIntExact(tensor.dtype().carrierSlots(count));
      int from = source.base() + Math.toIntExact(tensor.dtype().carrierSlots(layout.offset()));
      System.arraycopy(source.array(), from, target.array(), 0, slots);
    }
    return new Tensor(target, Layout.contiguous(layout.dims()));
  }

  /** Elements below a byte that don't begin at one, as a slice may leave them. */
  private static void copyBits(HeapStorage source, int from, HeapStorage target, int bits) {
    int perByte = Byte.SIZE / bits;
    int mask = (1 << bits) - 1;
    for (int i = 0; i < target.length(); i++) {
      int at = from + i;
      int element = source.bytes()[source.base() + at / perByte] >>> (at % perByte * bits) & mask;
      target.bytes()[i / perByte] |= (byte) (element << (i % perByte * bits));
    }
  }
}
