package io.pelton.cuda.kernel.conv;

import io.pelton.engine.graph.Window;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A {@code Window} in {@code window.cuh}: three axes; missing ones come first and have length 1.
 *
 * @param axes outermost first
 */
public record SpatialWindow(List<SpatialAxis> axes) {
  private static final int AXES = 3;

  /**
   * @param lengths of the spatial axes that the kernel moves over
   * @param kernel its lengths
   * @param outputs its places along each axis
   */
  public static SpatialWindow of(Window window, long[] lengths, long[] kernel, long[] outputs) {
    SpatialAxis[] axes = new SpatialAxis[AXES];
    Arrays.fill(axes, SpatialAxis.MISSING);
    for (int axis = 0; axis < kernel.length; axis++) {
      axes[axis + AXES - kernel.length] =
          new SpatialAxis(
              Math.toIntExact(lengths[axis]),
              Math.toIntExact(kernel[axis]),
              Math.toIntExact(outputs[axis]),
              window.strides().get(axis),
              window.padsBegin().get(axis),
              window.dilations().get(axis));
    }
    return new SpatialWindow(List.of(axes));
  }

  /** The dims behind the first two. */
  public static long[] spatial(long... dims) {
    return Arrays.copyOfRange(dims, 2, dims.length);
  }

  boolean isPadded() {
    return axes.stream().anyMatch(SpatialAxis::isPadded);
  }

  boolean isPointwise() {
    return axes.stream().allMatch(SpatialAxis::isPointwise);
  }

  /** Elements of one channel of the input. */
  int inputPlane() {
    return product(SpatialAxis::length);
  }

  /** Elements of one channel of the output. */
  public int outputPlane() {
    return product(SpatialAxis::outputs);
  }

  /** Elements of a kernel in one channel. */
  int kernelSize() {
    return product(SpatialAxis::kernel);
  }

  private int product(ToIntFunction<SpatialAxis> length) {
    return axes.stream().mapToInt(length).reduce(1, Math::multiplyExact);
  }

  /** Its fields in the structure. */
  public Fields writeTo(Fields fields) {
    axes.forEach(axis -> axis.writeTo(fields));
    return fields;
  }
}
