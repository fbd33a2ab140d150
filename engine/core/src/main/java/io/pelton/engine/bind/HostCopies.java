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

  /** A small I64, I32, F64 or F32 tensor, wherever and however it lies. */
  public static Tensor ofNumbers(Tensor tensor) {
    if (tensor.dtype() == DType.F64) {
      return Tensor.of(tensor.toDoubles(), tensor.dims());
    }
    if (tensor.dtype() == DType.F32) {
      double[] doubles = tensor.toDoubles();
      float[] floats = new float[doubles.length];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = (float) doubles[i];
      }
      return Tensor.of(floats, tensor.dims());
    }
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
    HeapStorage target = HeapStorage.allocate(tensor.dtype(), count);
    HostElements.copy(tensor.storage(), layout.offset(), target, 0, count);
    return new Tensor(target, Layout.contiguous(layout.dims()));
  }
}
