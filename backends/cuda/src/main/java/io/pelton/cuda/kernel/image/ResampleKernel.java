package io.pelton.cuda.kernel.image;

import io.pelton.cuda.kernel.conv.Fields;
import io.pelton.cuda.kernel.conv.Functions;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.Sampling;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Resample. */
final class ResampleKernel implements FixedKernel {
  private static final double UNIT = 1.0 / (1L << Resample.FRACTION_BITS);

  /** Blocks that keep a device busy; what is beyond goes through more slices. */
  private static final long BLOCKS = 2048;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Resample op = (Resample) node.op();
    Layout x = in[0].layout();
    int axis = node.inference().axis(op.axis(), x.rank());
    int outputs = Math.toIntExact(out[0].layout().dim(axis));
    int inner = SpatialLengths.product(x.dims(), axis + 1, x.rank());
    int slices = SpatialLengths.product(x.dims(), 0, axis);
    Fields fields = new Fields();
    addPlaces(fields, op, node.inference(), x.dim(axis), outputs);
    long[] slots = fields.add(inner).divisor(inner).slots();
    Geometry row = Geometry.threads(Math.multiplyExact(outputs, inner));
    long rows = Math.min(slices, BLOCKS / Math.max(row.gridX(), 1) + 1);
    DType dtype = in[0].dtype();
    String function =
        dtype.isFloat() ? Functions.of("resample", dtype) : Functions.byWidth("resample", dtype);
    return new LaunchBuilder(node, "resample", function)
        .pointer(in[0])
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(slices)
        .over(Geometry.grid(row.gridX(), rows, 1, row.blockX()));
  }

  /** A {@code Resampling} up to its outputs. */
  private static void addPlaces(
      Fields fields, Resample op, Inference in, long length, int outputs) {
    Sampling sampling = op.sampling();
    long[] scale = op.scale(in, length, outputs);
    double start = 0;
    double end = 1;
    if (in.has(Resample.REGION)) {
      long[] region = in.fixedIntegers(Resample.REGION).orElseThrow();
      start = region[0] * UNIT;
      end = region[1] * UNIT;
    }
    fields.f64(sampling.cubic()).f64(sampling.extrapolation());
    fields.f64((double) scale[0] / scale[1]).f64((double) scale[0]).f64((double) scale[1]);
    fields.f64(start).f64(end).i64((long) sampling.extrapolation());
    fields.add(SamplingCodes.of(sampling.interpolation()), SamplingCodes.of(sampling.rounding()));
    fields.add(SamplingCodes.of(sampling.coordinates()));
    fields.add(sampling.antialias() ? 1 : 0, sampling.excludesOutside() ? 1 : 0);
    fields.add(Math.toIntExact(length), outputs);
  }
}
