package io.pelton.engine.tensor;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The extents of a tensor, outermost first; or {@link #UNRANKED}, of which nothing is known. */
public final class Shape {
  /** A shape whose rank is not known until a value is bound. */
  public static final Shape UNRANKED = new Shape(null);

  private static final Shape SCALAR = new Shape(new Extent[0]);

  private final Extent[] extents;

  private Shape(Extent[] extents) {
    this.extents = extents;
  }

  public static Shape scalar() {
    return SCALAR;
  }

  public static Shape of(Extent... extents) {
    return new Shape(extents.clone());
  }

  public static Shape of(List<Extent> extents) {
    return new Shape(extents.toArray(new Extent[0]));
  }

  public static Shape fixed(long... dims) {
    return new Shape(Arrays.stream(dims).mapToObj(Extent::fixed).toArray(Extent[]::new));
  }

  public boolean isRanked() {
    return extents != null;
  }

  public int rank() {
    return ranked().length;
  }

  public Extent extent(int axis) {
    return ranked()[axis];
  }

  public List<Extent> extents() {
    return List.of(ranked());
  }

  public boolean isFixed() {
    return isRanked() && Arrays.stream(extents).allMatch(Extent::isFixed);
  }

  /** Lengths of a fixed shape. */
  public long[] dims() {
    if (!isFixed()) {
      throw new IllegalStateException("shape " + this + " is not fixed");
    }
    return maxDims();
  }

  /** Lengths at every extent's upper bound. */
  public long[] maxDims() {
    return Arrays.stream(ranked()).mapToLong(Extent::max).toArray();
  }

  private Extent[] ranked() {
    if (extents == null) {
      throw new IllegalStateException("the rank of this shape is not known");
    }
    return extents;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && Arrays.equals(extents, shape.extents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(extents);
  }

  @Override
  public String toString() {
    return extents == null
        ? "[*]"
        : Arrays.stream(extents).map(Extent::toString).collect(Collectors.joining(",", "[", "]"));
  }
}
