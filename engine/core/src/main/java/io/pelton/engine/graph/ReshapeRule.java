package io.pelton.engine.graph;

import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Shape of a reshape, with the symbols that cancel: [N,1,28] to [-1,28] is [N,28]. */
final class ReshapeRule {
  private ReshapeRule() {}

  static Shape apply(Inference in, Shape data, List<DynScalar> target, boolean allowZero) {
    List<Extent> extents = new ArrayList<>();
    List<Extent> left = new ArrayList<>(data.extents());
    List<Extent> given = new ArrayList<>();
    int computed = -1;
    for (int axis = 0; axis < target.size(); axis++) {
      DynScalar length = target.get(axis);
      if (length.isConstant() && length.constant() == -1) {
        in.check(computed < 0, "the shape " + target + " has more than one -1");
        computed = axis;
        extents.add(Extent.fixed(1));
      } else if (length.isConstant() && length.constant() == 0 && !allowZero) {
        in.check(
            axis < data.rank(),
            "0 at axis " + axis + " copies from " + data + ", which ends before");
        extents.add(data.extent(axis));
        left.set(axis, Extent.fixed(1));
      } else {
        extents.add(
            length
                .asExtent()
                .orElseThrow(() -> in.invalid("the shape " + target + " has a negative length")));
        given.add(extents.get(axis));
      }
    }
    boolean hasZero = allowZero && target.contains(DynScalar.of(0));
    in.check(computed < 0 || !hasZero, "the shape " + target + " has both -1 and 0");
    if (computed >= 0) {
      // a copied length cancels, even if it is 0
      extents.set(computed, divide(in, data, left, given));
    } else {
      checkSize(in, data, Shape.of(extents));
    }
    return Shape.of(extents);
  }

  /** The product of extents: a number, or a symbol times 1, or something unknown. */
  static Extent product(Inference in, List<Extent> extents) {
    return quotient(in, extents, List.of());
  }

  private static Extent divide(Inference in, Shape data, List<Extent> left, List<Extent> others) {
    long numerator = fixed(left);
    long denominator = fixed(others);
    boolean isSymbolic = !Shape.of(left).isFixed() || !Shape.of(others).isFixed();
    in.check(denominator != 0, "-1 can't be computed for " + data + " beside a length of 0");
    in.check(isSymbolic || numerator % denominator == 0, data + " does not divide into " + others);
    return quotient(in, left, others);
  }

  private static Extent quotient(Inference in, List<Extent> numerators, List<Extent> denominators) {
    List<Extent> symbols = new ArrayList<>(numerators.stream().filter(e -> !e.isFixed()).toList());
    boolean cancels = true;
    for (Extent extent : denominators) {
      if (!extent.isFixed()) {
        cancels &= removeFirst(symbols, extent.symbol());
      }
    }
    long numerator = fixed(numerators);
    long denominator = fixed(denominators);
    if (cancels && symbols.isEmpty() && numerator % denominator == 0) {
      return Extent.fixed(numerator / denominator);
    }
    if (cancels && symbols.size() == 1 && numerator == denominator) {
      return symbols.get(0);
    }
    return in.unknown(
        max(numerators) == Extent.UNBOUNDED ? Extent.UNBOUNDED : max(numerators) / denominator);
  }

  private static boolean removeFirst(Collection<Extent> symbols, SymbolId symbol) {
    return symbols.stream()
        .filter(extent -> extent.symbol().equals(symbol))
        .findFirst()
        .map(symbols::remove)
        .orElse(false);
  }

  private static long fixed(List<Extent> extents) {
    return extents.stream()
        .filter(Extent::isFixed)
        .mapToLong(Extent::max)
        .reduce(1, Math::multiplyExact);
  }

  private static long max(List<Extent> extents) {
    long product = 1;
    for (Extent extent : extents) {
      if (extent.max() == Extent.UNBOUNDED) {
        return Extent.UNBOUNDED;
      }
      product = Math.multiplyExact(product, extent.max());
    }
    return product;
  }

  /** Equal symbols on both sides cancel; what is left is compared where it is fixed. */
  private static void checkSize(Inference in, Shape data, Shape target) {
    List<Extent> symbols =
        new ArrayList<>(data.extents().stream().filter(extent -> !extent.isFixed()).toList());
    for (Extent extent : target.extents()) {
      if (!extent.isFixed() && !removeFirst(symbols, extent.symbol())) {
        return;
      }
    }
    in.check(
        !symbols.isEmpty() || fixed(data.extents()) == fixed(target.extents()),
        data + " has another number of elements than " + target);
  }
}
