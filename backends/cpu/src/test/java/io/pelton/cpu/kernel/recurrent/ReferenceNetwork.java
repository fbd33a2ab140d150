package io.pelton.cpu.kernel.recurrent;

import io.pelton.engine.graph.CellFunction;
import io.pelton.engine.graph.RecurrentOp;
import io.pelton.engine.graph.RecurrentOp.Gru;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.tensor.Tensor;

/** The definition in double precision, one element at a time. */
final class ReferenceNetwork {
  private final RecurrentOp op;
  private final Tensor[] in;
  private final int directions;
  private final int hidden;
  private final int gates;
  private final int batch;
  private final int steps;
  private final int features;
  private final double[][] outputs;

  ReferenceNetwork(RecurrentOp op, Tensor... in) {
    this.op = op;
    this.in = in;
    this.directions = op.setup().direction().count();
    this.hidden = op.setup().hidden();
    this.gates = op.gates();
    boolean isBatchFirst = op.setup().isBatchFirst();
    this.batch = (int) in[0].dims()[isBatchFirst ? 0 : 1];
    this.steps = (int) in[0].dims()[isBatchFirst ? 1 : 0];
    this.features = (int) in[0].dims()[2];
    this.outputs = new double[op instanceof Lstm ? 3 : 2][];
  }

  double[][] outputs() {
    for (int slot = 0; slot < outputs.length; slot++) {
      outputs[slot] = new double[(slot == 0 ? steps : 1) * directions * batch * hidden];
    }
    for (int sequence = 0; sequence < batch; sequence++) {
      for (int direction = 0; direction < directions; direction++) {
        walk(sequence, direction);
      }
    }
    return outputs;
  }

  private double at(int operand, int index) {
    boolean isGiven = operand < in.length && in[operand] != null;
    return isGiven ? in[operand].toDoubles()[index] : 0;
  }

  private int state(int sequence, int direction, int i) {
    return (op.setup().isBatchFirst()
                ? sequence * directions + direction
                : direction * batch + sequence)
            * hidden
        + i;
  }

  private void walk(int sequence, int direction) {
    double[] h = new double[hidden];
    double[] c = new double[hidden];
    for (int i = 0; i < hidden; i++) {
      h[i] = at(5, state(sequence, direction, i));
      c[i] = at(6, state(sequence, direction, i));
    }
    int length = in[4] == null ? steps : (int) in[4].toLongs()[sequence];
    boolean isReverse = op.setup().direction() == RecurrentOp.Direction.REVERSE || direction == 1;
    for (int n = 0; n < length; n++) {
      int step = isReverse ? length - 1 - n : n;
      int row = op.setup().isBatchFirst() ? sequence * steps + step : step * batch + sequence;
      double[][] next = step(row, direction, h, c);
      h = next[0];
      c = next[1];
      for (int i = 0; i < hidden; i++) {
        int place =
            op.setup().isBatchFirst()
                ? ((sequence * steps + step) * directions + direction) * hidden + i
                : ((step * directions + direction) * batch + sequence) * hidden + i;
        outputs[0][place] = h[i];
      }
    }
    for (int i = 0; length > 0 && i < hidden; i++) {
      outputs[1][state(sequence, direction, i)] = h[i];
      if (outputs.length == 3) {
        outputs[2][state(sequence, direction, i)] = c[i];
      }
    }
  }

  private double input(int row, int direction, int gate, int i) {
    int unit = (direction * gates + gate) * hidden + i;
    double sum = at(3, (2 * direction * gates + gate) * hidden + i);
    for (int k = 0; k < features; k++) {
      sum += at(0, row * features + k) * at(1, unit * features + k);
    }
    return sum;
  }

  private double recurrent(int direction, int gate, int i, double... h) {
    int unit = (direction * gates + gate) * hidden + i;
    double sum = at(3, ((2 * direction + 1) * gates + gate) * hidden + i);
    for (int k = 0; k < hidden; k++) {
      sum += h[k] * at(2, unit * hidden + k);
    }
    return sum;
  }

  private double apply(int direction, int which, double x) {
    CellFunction function = op.setup().functions().get(direction * op.functions() + which);
    double a = function.alpha();
    double b = function.beta();
    double clip = op.setup().clip();
    double v = Math.min(clip, Math.max(-clip, x));
    return switch (function.kind()) {
      case RELU -> Math.max(0, v);
      case TANH -> Math.tanh(v);
      case SIGMOID -> 1 / (1 + Math.exp(-v));
      case SOFTSIGN -> v / (1 + Math.abs(v));
      case SOFTPLUS -> Math.log1p(Math.exp(v));
      case LEAKY_RELU -> v < 0 ? a * v : v;
      case THRESHOLDED_RELU -> v > a ? v : 0;
      case ELU -> v < 0 ? a * Math.expm1(v) : v;
      case AFFINE -> a * v + b;
      case SCALED_TANH -> a * Math.tanh(b * v);
      case HARD_SIGMOID -> Math.max(0, Math.min(1, a * v + b));
    };
  }

  private double[][] step(int row, int direction, double[] h, double[] c) {
    double[] nextH = new double[hidden];
    double[] nextC = new double[hidden];
    for (int i = 0; i < hidden; i++) {
      if (op instanceof Lstm lstm) {
        lstm(lstm, row, direction, i, h, c, nextH, nextC);
      } else if (op instanceof Gru gru) {
        nextH[i] = gru(gru, row, direction, i, h);
      } else {
        nextH[i] = apply(direction, 0, input(row, direction, 0, i) + recurrent(direction, 0, i, h));
      }
    }
    return new double[][] {nextH, nextC};
  }

  private double gru(Gru op, int row, int direction, int i, double... h) {
    double[] z = new double[hidden];
    double[] r = new double[hidden];
    double[] gated = new double[hidden];
    for (int k = 0; k < hidden; k++) {
      z[k] = apply(direction, 0, input(row, direction, 0, k) + recurrent(direction, 0, k, h));
      r[k] = apply(direction, 0, input(row, direction, 1, k) + recurrent(direction, 1, k, h));
      gated[k] = r[k] * h[k];
    }
    double inner =
        op.resetsLinear()
            ? r[i] * recurrent(direction, 2, i, h)
            : recurrent(direction, 2, i, gated);
    double next = apply(direction, 1, input(row, direction, 2, i) + inner);
    return (1 - z[i]) * next + z[i] * h[i];
  }

  private void lstm(
      Lstm op,
      int row,
      int direction,
      int i,
      double[] h,
      double[] c,
      double[] nextH,
      double[] nextC) {
    double[] sums = new double[4];
    for (int gate = 0; gate < 4; gate++) {
      sums[gate] = input(row, direction, gate, i) + recurrent(direction, gate, i, h);
    }
    int peephole = 3 * direction * hidden + i;
    double in = apply(direction, 0, sums[0] + at(7, peephole) * c[i]);
    double forget =
        op.isCoupled()
            ? 1 - in
            : apply(direction, 0, sums[2] + at(7, peephole + 2 * hidden) * c[i]);
    nextC[i] = forget * c[i] + in * apply(direction, 1, sums[3]);
    double out = apply(direction, 0, sums[1] + at(7, peephole + hidden) * nextC[i]);
    nextH[i] = out * apply(direction, 2, nextC[i]);
  }
}
