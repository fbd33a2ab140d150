package io.pelton.cpu.kernel.signal;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SignalOp.Stft;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Transforms parts of signals. */
final class StftCall implements Call {
  private final Fourier fourier;
  private final int signalsPerRow;
  private final int samples;
  private final int parts;
  private final int frames;
  private final int step;
  private final int length;
  private final int bins;
  private final Blocks<double[]> signal;
  private final Blocks<double[]> window;
  private final Output<double[]> out;

  private StftCall(NodeSpec node, Operand[] in, Operand out) {
    Layout layout = in[0].layout();
    this.signalsPerRow = Math.toIntExact(layout.dim(0) / node.rows());
    this.samples = Math.toIntExact(layout.dim(1));
    this.parts = Math.toIntExact(layout.dim(2));
    this.frames = Math.toIntExact(out.layout().dim(1));
    this.bins = Math.toIntExact(out.layout().dim(2));
    this.step = Math.toIntExact(node.inference().fixedIntegers(Stft.STEP).orElseThrow()[0]);
    this.length = Math.toIntExact(Stft.length(node.inference()).max());
    this.fourier = Fourier.of(in[0].dtype(), parts == 2, length, false);
    this.signal = Lane.DOUBLES.blocks(in[0], layout, samples * parts);
    boolean hasWindow = in.length > Stft.WINDOW && in[Stft.WINDOW] != null;
    this.window =
        hasWindow ? Lane.DOUBLES.blocks(in[Stft.WINDOW], in[Stft.WINDOW].layout(), length) : null;
    this.out = Lane.DOUBLES.output(out, frames * bins * 2);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new StftCall(node, in, out[0]);
  }

  @Override
  public void run(int activeRows) {
    if (window != null) {
      window.read(0, length);
    }
    int output = frames * bins * 2;
    for (int at = 0; at < activeRows * signalsPerRow; at++) {
      signal.read(at * samples * parts, samples * parts);
      out.open(at * output, output);
      for (int frame = 0; frame < frames; frame++) {
        load(signal.at() + frame * step * parts);
        fourier.transform();
        store(out.at() + frame * bins * 2);
      }
      out.commit();
    }
  }

  private void load(int from) {
    for (int i = 0; i < length; i++) {
      double weight = window == null ? 1 : window.array()[window.at() + i];
      double real = weight * signal.array()[from + i * parts];
      double imaginary = parts == 2 ? weight * signal.array()[from + i * parts + 1] : 0;
      fourier.set(i, real, imaginary);
    }
  }

  private void store(int to) {
    for (int i = 0; i < bins; i++) {
      out.array()[to + 2 * i] = fourier.real(i);
      out.array()[to + 2 * i + 1] = fourier.imaginary(i);
    }
  }
}
