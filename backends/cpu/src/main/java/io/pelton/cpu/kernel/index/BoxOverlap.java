package io.pelton.cpu.kernel.index;

/** How much of two boxes' area they share, in float32. */
final class BoxOverlap {
  private final boolean isCentered;
  private float[] boxes;
  private int at;
  private float threshold;

  /**
   * @param isCentered boxes are center x, center y, width and height, not two corners
   */
  BoxOverlap(boolean isCentered) {
    this.isCentered = isCentered;
  }

  /** Looks at boxes of four numbers each. */
  void open(float[] boxes, int at, float threshold) {
    this.boxes = boxes;
    this.at = at;
    this.threshold = threshold;
  }

  /** Whether two boxes share more than the threshold; boxes without an area share nothing. */
  boolean isAbove(int left, int right) {
    float width = shared(left, right, 0);
    float height = shared(left, right, 1);
    if (!(width > 0) || !(height > 0)) {
      return false;
    }
    float intersection = width * height;
    float leftArea = length(left, 0) * length(left, 1);
    float rightArea = length(right, 0) * length(right, 1);
    float union = leftArea + rightArea - intersection;
    return leftArea > 0 && rightArea > 0 && union > 0 && intersection / union > threshold;
  }

  private float shared(int left, int right, int axis) {
    return Math.min(end(left, axis), end(right, axis))
        - Math.max(start(left, axis), start(right, axis));
  }

  private float length(int box, int axis) {
    return end(box, axis) - start(box, axis);
  }

  private float start(int box, int axis) {
    int from = at + 4 * box + axis;
    return isCentered ? boxes[from] - boxes[from + 2] / 2 : Math.min(boxes[from], boxes[from + 2]);
  }

  private float end(int box, int axis) {
    int from = at + 4 * box + axis;
    return isCentered ? boxes[from] + boxes[from + 2] / 2 : Math.max(boxes[from], boxes[from + 2]);
  }
}
