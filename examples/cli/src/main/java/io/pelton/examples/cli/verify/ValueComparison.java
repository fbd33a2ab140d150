package io.pelton.examples.cli.verify;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds the difference between what a model should give and what it gave. Kinds, dtypes, shapes,
 * integers, booleans, strings and keys must be equal, floats agree within the tolerance.
 */
final class ValueComparison {
  private final Tolerance tolerance;

  ValueComparison(Tolerance tolerance) {
    this.tolerance = tolerance;
  }

  /** What differs first, empty where the values agree. */
  Optional<String> difference(Value expected, Value actual) {
    if (expected instanceof Tensor tensor && actual instanceof Tensor other) {
      return tensors(tensor, other);
    }
    if (expected instanceof Sequence sequence && actual instanceof Sequence other) {
      return sequences(sequence.values(), other.values());
    }
    if (expected instanceof Mapping mapping && actual instanceof Mapping other) {
      return mappings(mapping, other);
    }
    return Optional.of("expected a " + kind(expected) + " but found a " + kind(actual));
  }

  /** True for tensors of one dtype and shape. */
  static boolean isSameForm(Value expected, Value actual) {
    return expected instanceof Tensor tensor
        && actual instanceof Tensor other
        && tensor.dtype() == other.dtype()
        && Arrays.equals(tensor.dims(), other.dims());
  }

  private Optional<String> tensors(Tensor expected, Tensor actual) {
    if (expected.dtype() != actual.dtype()) {
      return unequal("dtype", expected.dtype(), actual.dtype());
    }
    if (!Arrays.equals(expected.dims(), actual.dims())) {
      return unequal("shape", Arrays.toString(expected.dims()), Arrays.toString(actual.dims()));
    }
    Tensor numbers = NumericView.of(expected);
    return ElementComparison.of(numbers, NumericView.of(actual), tolerance)
        .difference(i -> i, i -> "at " + Arrays.toString(coordinates(numbers.dims(), i)));
  }

  private static long[] coordinates(long[] dims, int index) {
    long[] coordinates = new long[dims.length];
    long rest = index;
    for (int axis = dims.length - 1; axis >= 0; axis--) {
      coordinates[axis] = rest % dims[axis];
      rest /= dims[axis];
    }
    return coordinates;
  }

  private Optional<String> sequences(List<Value> expected, List<Value> actual) {
    if (expected.size() != actual.size()) {
      return unequal("length of the sequence", expected.size(), actual.size());
    }
    for (int i = 0; i < expected.size(); i++) {
      Optional<String> difference = difference(expected.get(i), actual.get(i));
      if (difference.isPresent()) {
        return Optional.of("element " + i + ": " + difference.get());
      }
    }
    return Optional.empty();
  }

  /** By key, in whatever order. */
  private Optional<String> mappings(Mapping expected, Mapping actual) {
    if (expected.keys().dtype() != actual.keys().dtype()) {
      return unequal("dtype of the keys", expected.keys().dtype(), actual.keys().dtype());
    }
    if (expected.values().dtype() != actual.values().dtype()) {
      return unequal("dtype of the values", expected.values().dtype(), actual.values().dtype());
    }
    String[] keys = keys(expected);
    Map<String, Integer> positions = new HashMap<>();
    String[] found = keys(actual);
    for (int i = 0; i < found.length; i++) {
      if (positions.put(found[i], i) != null) {
        return Optional.of("key " + found[i] + " occurs twice");
      }
    }
    if (positions.size() != keys.length || !positions.keySet().containsAll(Arrays.asList(keys))) {
      return unequal("keys", new TreeSet<>(Arrays.asList(keys)), new TreeSet<>(positions.keySet()));
    }
    return ElementComparison.of(expected.values(), actual.values(), tolerance)
        .difference(i -> positions.get(keys[i]), i -> "at key " + keys[i]);
  }

  private static String[] keys(Mapping mapping) {
    Tensor keys = mapping.keys();
    return keys.dtype() == DType.STRING
        ? keys.toStrings()
        : Arrays.stream(keys.toLongs()).mapToObj(Long::toString).toArray(String[]::new);
  }

  private static Optional<String> unequal(String what, Object expected, Object actual) {
    return Optional.of(what + " should be " + expected + " but is " + actual);
  }

  private static String kind(Value value) {
    return value instanceof Tensor ? "tensor" : value instanceof Sequence ? "sequence" : "map";
  }
}
