package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.FloatOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/** Scaler: F64 is scaled in double precision and rounded at the end, other dtypes at the start. */
final class ScalerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Scaler op = (Scaler) node.op();
    int columns = ColumnParameters.columns(in[0]);
    float[] offset = expand(node, "offset", op.offset(), columns);
    float[] scale = expand(node, "scale", op.scale(), columns);
    Rows rows = new Rows(node, out[0]);
    return in[0].dtype() == DType.F64
        ? doubles(in[0], offset, scale, rows, out[0])
        : floats(in[0], offset, scale, rows, out[0]);
  }

  /** One parameter for each column. */
  static float[] expand(NodeSpec node, String name, Tensor parameter, int columns) {
    float[] given = parameter.toFloats();
    int step = ColumnParameters.step(node.inference(), name, given.length, columns);
    float[] expanded = new float[columns];
    for (int column = 0; column < columns; column++) {
      expanded[column] = given[column * step];
    }
    return expanded;
  }

  private static Call floats(Operand in, float[] offset, float[] scale, Rows rows, Operand out) {
    FloatBlocks blocks = FloatBlocks.of(in, in.layout(), RawBlocks.SIZE);
    FloatOutput output = new FloatOutput(out);
    int columns = offset.length;
    return active -> {
      int end = rows.elements(active);
      int column = 0;
      for (int from = 0; from < end; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, end - from);
        blocks.read(from, count);
        float[] x = blocks.array();
        int at = blocks.at();
        output.open(from, count);
        float[] target = output.array();
        int to = output.at();
        for (int i = 0; i < count; i++) {
          target[to + i] = (x[at + i] - offset[column]) * scale[column];
          column = column + 1 == columns ? 0 : column + 1;
        }
        output.commit();
      }
    };
  }

  private static Call doubles(Operand in, float[] offset, float[] scale, Rows rows, Operand out) {
    DoubleBlocks blocks = DoubleBlocks.of(in, in.layout(), RawBlocks.SIZE);
    FloatOutput output = new FloatOutput(out);
    int columns = offset.length;
    return active -> {
      int end = rows.elements(active);
      int column = 0;
      for (int from = 0; from < end; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, end - from);
        blocks.read(from, count);
        double[] x = blocks.array();
        int at = blocks.at();
        output.open(from, count);
        float[] target = output.array();
        int to = output.at();
        for (int i = 0; i < count; i++) {
          target[to + i] = (float) ((x[at + i] - offset[column]) * scale[column]);
          column = column + 1 == columns ? 0 : column + 1;
        }
        output.commit();
      }
    };
  }
}
