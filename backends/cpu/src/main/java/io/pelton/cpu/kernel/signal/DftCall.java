package io.pelton.cpu.kernel.signal;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SignalOp.Dft;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Transforms along an axis, slice by slice: all of the axis and of those within it. */
final class DftCall implements Call {
  private final Dft op;
  private final Fourier fourier;
  private final int length;
  private final int given;
  private final int outputs;
  private final int inner;
  private final int inputParts;
  private final int outputParts;
  private final int slicesPerRow;
  private final Blocks<double[]> x;
  private final Output<double[]> out;

  private DftCall(NodeSpec node, Operand x, Operand out) {
    this.op = (Dft) node.op();
    Layout layout = x.layout();
    int last = layout.rank() - 1;
    int axis = op.axis(node.inference()).orElseThrow();
    this.given = Math.toIntExact(layout.dim(axis));
    this.outputs = Math.toIntExact(out.layout().dim(axis));
    boolean isHalved = op.isOneSided() && !op.isInverse();
    boolean hasLength = node.inference().has(Dft.LENGTH);
    this.length =
        !isHalved
            ? outputs
            : hasLength
                ? Math.toIntExact(node.inference().fixedIntegers(Dft.LENGTH).orElseThrow()[0])
                : given;
    this.inner = product(layout, axis + 1, last);
    this.inputParts = Math.toIntExact(layout.dim(last));
    this.fourier = Fourier.of(x.dtype(), inputParts == 2, length, op.isInverse());
    this.outputParts = Math.toIntExact(out.layout().dim(last));
    this.slicesPerRow = product(layout, 0, axis) / node.rows();
    this.x = Lane.DOUBLES.blocks(x, layout, given * inner * inputParts);
    this.out = Lane.DOUBLES.output(out, outputs * inner * outputParts);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new DftCall(node, in[0], out[0]);
  }

  private static int product(Layout layout, int from, int to) {
    return Math.toIntExact(Layout.elements(Arrays.copyOfRange(layout.dims(), from, to)));
  }

  @Override
  public void run(int activeRows) {
    int input = given * inner * inputParts;
    int output = outputs * inner * outputParts;
    for (int slice = 0; slice < activeRows * slicesPerRow; slice++) {
      x.read(slice * input, input);
      out.open(slice * output, output);
      for (int column = 0; column < inner; column++) {
        load(column);
        fourier.transform();
        store(column);
      }
      out.commit();
    }
  }

  private void load(int column) {
    boolean isMirrored = op.isOneSided() && op.isInverse();
    int count = Math.min(given, isMirrored ? length / 2 + 1 : length);
    for (int i = 0; i < count; i++) {
      int at = x.at() + (i * inner + column) * inputParts;
      double real = x.array()[at];
      double imaginary = inputParts == 2 ? x.array()[at + 1] : 0;
      if (isMirrored) {
        mirror(i, real, imaginary);
      } else {
        fourier.set(i, real, imaginary);
      }
    }
    for (int i = count; i < (isMirrored ? length / 2 + 1 : length); i++) {
      if (isMirrored) {
        mirror(i, 0, 0);
      } else {
        fourier.set(i, 0, 0);
      }
    }
  }

  /** Frequencies of real numbers come in pairs. */
  private void mirror(int i, double real, double imaginary) {
    boolean isAlone = i == 0 || 2 * i == length;
    fourier.set(i, real, isAlone ? 0 : imaginary);
    if (!isAlone) {
      fourier.set(length - i, real, -imaginary);
    }
  }

  private void store(int column) {
    for (int i = 0; i < outputs; i++) {
      int at = out.at() + (i * inner + column) * outputParts;
      out.array()[at] = fourier.real(i);
      if (outputParts == 2) {
        out.array()[at + 1] = fourier.imaginary(i);
      }
    }
  }
}
