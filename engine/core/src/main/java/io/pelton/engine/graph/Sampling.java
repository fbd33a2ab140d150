package io.pelton.engine.graph;

/**
 * How an axis is resampled to another length, as ai.onnx Resize defines it.
 *
 * @param interpolation between which elements
 * @param rounding of coordinates, for NEAREST alone
 * @param coordinates where an output lies between the input's elements
 * @param cubic the coefficient of the cubic polynomials, for CUBIC alone
 * @param antialias whether interpolation widens as the axis shrinks; not for NEAREST
 * @param excludesOutside whether weights of elements beyond the ends are shared out to those
 *     within; otherwise the ends repeat
 * @param extrapolation what outputs beyond the ends are with CROP_AND_RESIZE
 */
public record Sampling(
    Interpolation interpolation,
    Rounding rounding,
    Coordinates coordinates,
    double cubic,
    boolean antialias,
    boolean excludesOutside,
    double extrapolation) {
  /** How many neighbours have a say. */
  public enum Interpolation {
    NEAREST,
    LINEAR,
    CUBIC
  }

  /** Which neighbour is the nearest; ADAPTIVE is CEIL where the axis shrinks and else FLOOR. */
  public enum Rounding {
    PREFER_FLOOR,
    PREFER_CEIL,
    FLOOR,
    CEIL,
    ADAPTIVE
  }

  /** The standard's {@code coordinate_transformation_mode}s. */
  public enum Coordinates {
    HALF_PIXEL,
    HALF_PIXEL_SYMMETRIC,
    PYTORCH_HALF_PIXEL,
    HALF_PIXEL_FOR_NEAREST,
    ALIGN_CORNERS,
    ASYMMETRIC,
    CROP_AND_RESIZE
  }
}
