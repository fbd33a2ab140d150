package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Mapped;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/** One stage of a pipeline, on a row in place, with the bits of the single op's kernel. */
@FunctionalInterface
interface PipelineStage {
  void apply(PipelineRow row);

  /** The stage for an op that maps columns. */
  static PipelineStage of(NodeSpec node, Mapped op, RowType type) {
    if (op instanceof Imputer imputer) {
      return imputer(node, imputer, type);
    }
    if (op instanceof Scaler scaler) {
      return scaler(node, scaler, type);
    }
    return op instanceof Normalizer normalizer
        ? normalizer(normalizer.norm(), type)
        : binarizer(((Binarizer) op).threshold(), type);
  }

  private static PipelineStage imputer(NodeSpec node, Imputer op, RowType type) {
    int width = type.width();
    int columns = type.columns();
    int step = ImputerKernel.step(node.inference(), op, columns);
    if (type.dtype().isFloat()) {
      double replaced = op.replaced().toDoubles()[0];
      double[] given = op.values().toDoubles();
      double[] values = new double[width];
      Arrays.setAll(values, i -> given[i % columns * step]);
      return row -> {
        for (int i = 0; i < width; i++) {
          double value = row.doubles[i];
          row.doubles[i] = ImputerKernel.isMissing(value, replaced) ? values[i] : value;
        }
      };
    }
    long replaced = op.replaced().toLongs()[0];
    long[] given = op.values().toLongs();
    long[] values = new long[width];
    Arrays.setAll(values, i -> given[i % columns * step]);
    return row -> {
      for (int i = 0; i < width; i++) {
        long value = row.longs[i];
        row.longs[i] = value == replaced ? values[i] : value;
      }
    };
  }

  private static PipelineStage scaler(NodeSpec node, Scaler op, RowType type) {
    float[] offset =
        repeat(ScalerKernel.expand(node, "offset", op.offset(), type.columns()), type.width());
    float[] scale =
        repeat(ScalerKernel.expand(node, "scale", op.scale(), type.columns()), type.width());
    if (type.dtype() == DType.F64) {
      return row -> {
        for (int i = 0; i < offset.length; i++) {
          row.doubles[i] = (float) ((row.doubles[i] - offset[i]) * scale[i]);
        }
      };
    }
    boolean isFloat = type.dtype().isFloat();
    return row -> {
      for (int i = 0; i < offset.length; i++) {
        float value = isFloat ? (float) row.doubles[i] : row.longs[i];
        row.doubles[i] = (value - offset[i]) * scale[i];
      }
    };
  }

  private static float[] repeat(float[] columns, int width) {
    float[] values = new float[width];
    for (int i = 0; i < width; i++) {
      values[i] = columns[i % columns.length];
    }
    return values;
  }

  private static PipelineStage normalizer(Norm norm, RowType type) {
    boolean isFloat = type.dtype().isFloat();
    int width = type.width();
    int columns = type.columns();
    return row -> {
      double[] values = row.doubles;
      for (int i = 0; i < width && !isFloat; i++) {
        values[i] = row.longs[i];
      }
      for (int from = 0; from < width; from += columns) {
        double divisor = NormalizerKernel.divisor(norm, values, from, columns);
        for (int i = from; i < from + columns; i++) {
          values[i] = (float) (values[i] / divisor);
        }
      }
    };
  }

  private static PipelineStage binarizer(float threshold, RowType type) {
    int width = type.width();
    if (type.dtype().isFloat()) {
      return row -> {
        for (int i = 0; i < width; i++) {
          row.doubles[i] = row.doubles[i] > threshold ? 1 : 0;
        }
      };
    }
    return row -> {
      for (int i = 0; i < width; i++) {
        row.longs[i] = BinarizerKernel.isAbove(row.longs[i], threshold) ? 1 : 0;
      }
    };
  }
}
