package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Mapped;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.DType;

/** One stage of a pipeline, on a row in place, with the bits of the single op's kernel. */
@FunctionalInterface
interface PipelineStage {
  void apply(PipelineRow row);

  /**
   * @param dtype of the row's values before the stage
   */
  static PipelineStage of(NodeSpec node, Mapped op, DType dtype, int columns) {
    if (op instanceof Imputer imputer) {
      return imputer(node, imputer, dtype, columns);
    }
    if (op instanceof Scaler scaler) {
      return scaler(node, scaler, dtype, columns);
    }
    return op instanceof Normalizer normalizer
        ? normalizer(normalizer.norm(), dtype, columns)
        : binarizer(((Binarizer) op).threshold(), dtype, columns);
  }

  /** What the values are after the stage. */
  static DType result(Mapped op, DType dtype) {
    return op instanceof Scaler || op instanceof Normalizer ? DType.F32 : dtype;
  }

  private static PipelineStage imputer(NodeSpec node, Imputer op, DType dtype, int columns) {
    int step = ImputerKernel.step(node.inference(), op, columns);
    if (dtype.isFloat()) {
      double replaced = op.replaced().toDoubles()[0];
      double[] values = op.values().toDoubles();
      return row -> {
        for (int column = 0; column < columns; column++) {
          double value = row.doubles[column];
          row.doubles[column] =
              ImputerKernel.isMissing(value, replaced) ? values[column * step] : value;
        }
      };
    }
    long replaced = op.replaced().toLongs()[0];
    long[] values = op.values().toLongs();
    return row -> {
      for (int column = 0; column < columns; column++) {
        long value = row.longs[column];
        row.longs[column] = value == replaced ? values[column * step] : value;
      }
    };
  }

  private static PipelineStage scaler(NodeSpec node, Scaler op, DType dtype, int columns) {
    float[] offset = ScalerKernel.expand(node, "offset", op.offset(), columns);
    float[] scale = ScalerKernel.expand(node, "scale", op.scale(), columns);
    if (dtype == DType.F64) {
      return row -> {
        for (int column = 0; column < columns; column++) {
          double value = row.doubles[column];
          row.doubles[column] = (float) ((value - offset[column]) * scale[column]);
        }
      };
    }
    boolean isFloat = dtype.isFloat();
    return row -> {
      for (int column = 0; column < columns; column++) {
        float value = isFloat ? (float) row.doubles[column] : row.longs[column];
        row.doubles[column] = (value - offset[column]) * scale[column];
      }
    };
  }

  private static PipelineStage normalizer(Norm norm, DType dtype, int columns) {
    boolean isFloat = dtype.isFloat();
    return row -> {
      double[] values = row.doubles;
      for (int column = 0; column < columns && !isFloat; column++) {
        values[column] = row.longs[column];
      }
      double divisor = NormalizerKernel.divisor(norm, values, 0, columns);
      for (int column = 0; column < columns; column++) {
        values[column] = (float) (values[column] / divisor);
      }
    };
  }

  private static PipelineStage binarizer(float threshold, DType dtype, int columns) {
    if (dtype.isFloat()) {
      return row -> {
        for (int column = 0; column < columns; column++) {
          row.doubles[column] = row.doubles[column] > threshold ? 1 : 0;
        }
      };
    }
    return row -> {
      for (int column = 0; column < columns; column++) {
        row.longs[column] = BinarizerKernel.isAbove(row.longs[column], threshold) ? 1 : 0;
      }
    };
  }
}
