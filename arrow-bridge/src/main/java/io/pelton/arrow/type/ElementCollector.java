package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import org.apache.arrow.vector.FieldVector;

/** Gathers elements of many small tensors of one dtype into a column. */
public final class ElementCollector {
  private final StringStorage strings;
  private final NumberSink numbers;
  private final double[] real = new double[1];
  private final long[] integer = new long[1];
  private int count;
  private int capacity;

  private ElementCollector(StringStorage strings, NumberSink numbers) {
    this.strings = strings;
    this.numbers = numbers;
  }

  public static ElementCollector of(DType dtype) {
    return dtype == DType.STRING
        ? new ElementCollector(StringStorage.growable(), null)
        : new ElementCollector(null, NumberSink.of(dtype));
  }

  public int count() {
    return count;
  }

  /** All elements in row-major order. */
  public void addAll(Tensor tensor) {
    int elements = Math.toIntExact(tensor.layout().elements());
    for (int i = 0; i < elements; i++) {
      add(tensor, i);
    }
  }

  /** Element {@code index} in row-major order. */
  public void add(Tensor tensor, int index) {
    int at = Math.toIntExact(tensor.layout().position(index));
    if (strings != null) {
      strings.append((StringStorage) tensor.storage(), at);
      count++;
      return;
    }
    ElementReader reader = ElementReader.of(tensor.storage());
    if (numbers.dtype().isFloat()) {
      addReal(reader.doubleAt(at));
    } else {
      addInteger(reader.longAt(at));
    }
  }

  /** An empty string or zero in the place of a null. */
  public void addNothing() {
    if (strings != null) {
      strings.append("");
      count++;
    } else if (numbers.dtype().isFloat()) {
      addReal(0);
    } else {
      addInteger(0);
    }
  }

  private void addReal(double value) {
    real[0] = value;
    numbers.doubles(real, 1, next());
  }

  private void addInteger(long value) {
    integer[0] = value;
    numbers.longs(integer, 1, numbers.dtype() == DType.U64, next());
  }

  private int next() {
    if (count == capacity) {
      capacity = Math.max(16, 2 * capacity);
      numbers.extend(capacity);
    }
    return count++;
  }

  /** Fills a vector of the type that {@link ArrowTypes} gives. */
  public void write(FieldVector vector) {
    Storage storage = strings != null ? strings : numbers.storage(count);
    VectorWriter.run(vector, storage, 0, count, false);
  }
}
