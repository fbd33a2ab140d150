package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A value as a list of boxed elements, whose {@code equals} compares bits but takes all NaN for
 * one.
 *
 * @param type of the elements
 * @param dims lengths; of a sequence, its length
 * @param elements numbers, strings or maps
 */
public record Flat(String type, List<Long> dims, List<Object> elements) {
  public static Flat of(Value value) {
    if (value instanceof Tensor tensor) {
      return new Flat(
          tensor.dtype().name(),
          Arrays.stream(tensor.dims()).boxed().toList(),
          new ArrayList<>(elements(tensor)));
    }
    if (value instanceof Sequence sequence) {
      List<Object> maps = new ArrayList<>();
      for (Value element : sequence.values()) {
        maps.add(map((Mapping) element));
      }
      return new Flat("MAP", List.of((long) maps.size()), maps);
    }
    throw new IllegalArgumentException("no output should be a " + value.getClass().getSimpleName());
  }

  private static Map<Object, Object> map(Mapping mapping) {
    List<?> keys = elements(mapping.keys());
    List<?> values = elements(mapping.values());
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      map.put(keys.get(i), values.get(i));
    }
    return map;
  }

  private static List<?> elements(Tensor tensor) {
    if (tensor.dtype() == DType.STRING) {
      return Stream.of(tensor.toStrings()).toList();
    }
    if (tensor.dtype() == DType.F32) {
      return DoubleStream.of(tensor.toDoubles()).mapToObj(number -> (float) number).toList();
    }
    return tensor.dtype().isFloat()
        ? DoubleStream.of(tensor.toDoubles()).boxed().toList()
        : LongStream.of(tensor.toLongs()).boxed().toList();
  }

  /** Elements per index of axis 0. */
  int width() {
    return Math.toIntExact(dims.stream().skip(1).reduce(1L, Math::multiplyExact));
  }

  /** What index {@code row} of axis 0 holds. */
  Flat row(int row) {
    List<Long> single = new ArrayList<>(dims);
    single.set(0, 1L);
    return new Flat(type, single, elements.subList(row * width(), (row + 1) * width()));
  }

  Flat with(List<Object> others) {
    return new Flat(type, dims, others);
  }
}
