package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.oracle.operator.Definition.flat;
import static io.pelton.onnx.oracle.operator.Definition.place;

import io.pelton.onnx.oracle.operator.Definition.Grid;

/** DFT and STFT, as the sums that define them. */
final class SignalDefinitions {
  private SignalDefinitions() {}

  static Grid dft(DrawnNode node) {
    long[] x = node.dims(0);
    int last = x.length - 1;
    boolean isInverse = node.integer("inverse", 0) == 1;
    boolean isOneSided = node.integer("onesided", 0) == 1;
    long named =
        node.opset() < 20 ? node.integer("axis", 1) : node.has(2) ? node.integers(2)[0] : -2;
    int axis = (int) (named < 0 ? named + x.length : named);
    long usual = isInverse && isOneSided ? 2 * (x[axis] - 1) : x[axis];
    long length = node.has(1) ? node.integers(1)[0] : usual;
    long[] y = x.clone();
    y[axis] = isOneSided && !isInverse ? length / 2 + 1 : length;
    y[last] = isInverse && isOneSided ? 1 : 2;
    Grid result = new Grid(y);
    for (int at = 0; at < result.numbers().length; at++) {
      long[] out = place(at, y);
      double sum = 0;
      for (long n = 0; n < length; n++) {
        // what is missing of a spectrum is the conjugate of its first half
        boolean isMirrored = isInverse && isOneSided && n > length / 2;
        long[] from = out.clone();
        from[axis] = isMirrored ? length - n : n;
        double real = part(node, 0, axis, from);
        double imaginary = part(node, 1, axis, from) * (isMirrored ? -1 : 1);
        double angle = (isInverse ? 2 : -2) * Math.PI * (out[axis] * n % length) / length;
        sum +=
            out[last] == 0
                ? real * Math.cos(angle) - imaginary * Math.sin(angle)
                : real * Math.sin(angle) + imaginary * Math.cos(angle);
      }
      result.numbers()[at] = isInverse ? sum / length : sum;
    }
    return result;
  }

  /** Of a number of the signal, which is zero behind its end. */
  private static double part(DrawnNode node, int part, int axis, long... place) {
    long[] dims = node.dims(0);
    int last = dims.length - 1;
    if (part >= dims[last] || place[axis] >= dims[axis]) {
      return 0;
    }
    place[last] = part;
    return node.numbers(0)[flat(dims, place)];
  }

  static Grid stft(DrawnNode node) {
    long[] x = node.dims(0);
    long step = node.integers(1)[0];
    long length = node.has(3) ? node.integers(3)[0] : node.dims(2)[0];
    boolean isOneSided = node.integer("onesided", 1) == 1;
    long frames = (x[1] - length) / step + 1;
    Grid result = new Grid(x[0], frames, isOneSided ? length / 2 + 1 : length, 2);
    for (int at = 0; at < result.numbers().length; at++) {
      long[] out = place(at, result.dims());
      double sum = 0;
      for (long n = 0; n < length; n++) {
        double window = node.has(2) ? node.numbers(2)[(int) n] : 1;
        double real = window * part(node, 0, 1, out[0], out[1] * step + n, 0);
        double imaginary = window * part(node, 1, 1, out[0], out[1] * step + n, 0);
        double angle = -2 * Math.PI * (out[2] * n % length) / length;
        sum +=
            out[3] == 0
                ? real * Math.cos(angle) - imaginary * Math.sin(angle)
                : real * Math.sin(angle) + imaginary * Math.cos(angle);
      }
      result.numbers()[at] = sum;
    }
    return result;
  }
}
