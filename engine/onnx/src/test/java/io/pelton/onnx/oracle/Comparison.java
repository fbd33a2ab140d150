package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares outputs. Floats may differ by {@code 1e-5 |expected| + 1e-6 max(1, m)}, where {@code m}
 * is the largest finite magnitude in that output over all batches of the case: sums of large terms
 * that nearly cancel are no more exact than that in float32. Quantiles (PROBIT) are compared as the
 * probabilities they belong to, within 1e-3: their formula stretches the ends of the range without
 * bound, and cancels in its middle. NaN equals NaN, an infinity only itself; everything else is
 * equal or not.
 */
final class Comparison {
  private static final double RELATIVE = 1e-5;
  private static final double ABSOLUTE = 1e-6;
  private static final double OF_PROBABILITIES = 1e-3;

  private final Map<String, Double> scales = new HashMap<>();
  private final Set<String> quantiles = new HashSet<>();

  /**
   * @param expected outputs of every batch
   */
  Comparison(GeneratedCase made, List<Map<String, Flat>> expected) {
    for (NodeProto node : made.model().getGraph().getNodeList()) {
      if (new NodeView(node).text("post_transform", "NONE").equals("PROBIT")) {
        quantiles.add(node.getOutput(node.getOutputCount() - 1));
      }
    }
    for (Map<String, Flat> batch : expected) {
      batch.forEach((name, flat) -> scales.merge(name, magnitude(flat.elements()), Math::max));
    }
  }

  private static double magnitude(Collection<?> elements) {
    double magnitude = 1;
    for (Object element : elements) {
      double own = 0;
      if (element instanceof Map<?, ?> map) {
        own = magnitude(map.values());
      } else if (element instanceof Float || element instanceof Double) {
        own = Math.abs(((Number) element).doubleValue());
      }
      magnitude = Double.isFinite(own) ? Math.max(magnitude, own) : magnitude;
    }
    return magnitude;
  }

  /** The first difference. */
  Optional<String> difference(Map<String, Flat> found, Map<String, Flat> expected) {
    if (!found.keySet().equals(expected.keySet())) {
      return Optional.of("outputs " + found.keySet() + " instead of " + expected.keySet());
    }
    for (Map.Entry<String, Flat> output : expected.entrySet()) {
      String name = output.getKey();
      Flat one = found.get(name);
      Flat other = output.getValue();
      Optional<String> difference =
          quantiles.contains(name)
              ? difference(probabilities(one), probabilities(other), OF_PROBABILITIES / ABSOLUTE)
              : difference(one, other, scales.get(name));
      if (difference.isPresent()) {
        return difference.map(text -> name + ": " + text);
      }
    }
    return Optional.empty();
  }

  /** Undoes {@link PostTransformTwin#probit}. */
  private static Flat probabilities(Flat quantiles) {
    return quantiles.with(
        quantiles.elements().stream()
            .map(quantile -> (Object) PostTransformTwin.probability((Float) quantile))
            .toList());
  }

  private static Optional<String> difference(Flat found, Flat expected, double scale) {
    if (!found.type().equals(expected.type()) || !found.dims().equals(expected.dims())) {
      return Optional.of(
          found.type() + found.dims() + " instead of " + expected.type() + expected.dims());
    }
    for (int i = 0; i < found.elements().size(); i++) {
      Object one = found.elements().get(i);
      Object other = expected.elements().get(i);
      if (!isSame(one, other, scale)) {
        return Optional.of(
            "row " + i / found.width() + ", element " + i + " is " + one + " instead of " + other);
      }
    }
    return Optional.empty();
  }

  private static boolean isSame(Object found, Object expected, double scale) {
    if (found instanceof Map<?, ?> one && expected instanceof Map<?, ?> other) {
      return one.keySet().equals(other.keySet())
          && one.keySet().stream().allMatch(key -> isSame(one.get(key), other.get(key), scale));
    }
    if ((found instanceof Float && expected instanceof Float)
        || (found instanceof Double && expected instanceof Double)) {
      return isClose(((Number) found).doubleValue(), ((Number) expected).doubleValue(), scale);
    }
    return found.equals(expected);
  }

  private static boolean isClose(double found, double expected, double scale) {
    if (Double.isNaN(expected) || Double.isInfinite(expected)) {
      return Double.compare(found, expected) == 0;
    }
    return Math.abs(found - expected) <= ABSOLUTE * scale + RELATIVE * Math.abs(expected);
  }
}
