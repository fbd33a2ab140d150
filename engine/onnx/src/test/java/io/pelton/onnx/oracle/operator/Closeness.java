package io.pelton.onnx.oracle.operator;

import io.pelton.engine.tensor.Half;
import io.pelton.onnx.oracle.Flat;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares outputs within a {@link Tolerance}. NaN equals NaN, an infinity only itself. */
final class Closeness {
  private final Tolerance tolerance;

  Closeness(Tolerance tolerance) {
    this.tolerance = tolerance;
  }

  /**
   * The first difference of two lists of outputs, which are paired by place.
   *
   * @param dtypes whether these have to agree, too, as far as the peer's API carries them
   */
  Optional<String> difference(List<Flat> found, List<Flat> expected, boolean dtypes) {
    for (int i = 0; i < expected.size(); i++) {
      Flat one = found.get(i);
      Flat other = expected.get(i);
      boolean isAlike =
          one.dims().equals(other.dims())
              && (!dtypes || NodeModel.carried(one.type()).equals(other.type()));
      if (!isAlike) {
        return Optional.of(
            "output "
                + i
                + " is "
                + one.type()
                + one.dims()
                + " instead of "
                + other.type()
                + other.dims());
      }
      double scale = tolerance.isScaled() ? magnitude(other.elements()) : 1;
      for (int at = 0; at < other.elements().size(); at++) {
        Object element = one.elements().get(at);
        Object right = rounded(one.type(), other.elements().get(at));
        if (!isSame(element, right, scale)) {
          return Optional.of(
              "output " + i + ", element " + at + " is " + element + " instead of " + right);
        }
      }
    }
    return Optional.empty();
  }

  /** The peer leaves casts to halves out where others follow. */
  private static Object rounded(String type, Object element) {
    if (!(element instanceof Float number)) {
      return element;
    }
    return switch (type) {
      case "F16" -> Half.f16ToFloat(Half.floatToF16(number));
      case "BF16" -> Half.bf16ToFloat(Half.floatToBf16(number));
      default -> element;
    };
  }

  private static double magnitude(Collection<?> elements) {
    double magnitude = 1;
    for (Object element : elements) {
      double own =
          element instanceof Map<?, ?> map
              ? magnitude(map.values())
              : element instanceof Number number ? Math.abs(number.doubleValue()) : 0;
      magnitude = Double.isFinite(own) ? Math.max(magnitude, own) : magnitude;
    }
    return magnitude;
  }

  private boolean isSame(Object found, Object expected, double scale) {
    if (found instanceof Map<?, ?> one && expected instanceof Map<?, ?> other) {
      return one.keySet().equals(other.keySet())
          && one.keySet().stream().allMatch(key -> isSame(one.get(key), other.get(key), scale));
    }
    if (isFloat(found) && isFloat(expected)) {
      double one = ((Number) found).doubleValue();
      double other = ((Number) expected).doubleValue();
      if (Double.isNaN(other) || Double.isInfinite(other)) {
        return Double.compare(one, other) == 0;
      }
      return Math.abs(one - other)
          <= tolerance.absolute() * scale + tolerance.relative() * Math.abs(other);
    }
    return found.equals(expected);
  }

  private static boolean isFloat(Object element) {
    return element instanceof Float || element instanceof Double;
  }
}
