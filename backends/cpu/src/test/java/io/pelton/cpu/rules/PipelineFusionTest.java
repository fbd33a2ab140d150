package io.pelton.cpu.rules;

import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineFusionTest extends RuleFixture {
  private static final Scaler SCALER =
      new Scaler(Tensor.of(new float[] {1, 2, 3}, 3), Tensor.of(new float[] {2}, 1));
  private static final Imputer IMPUTER =
      new Imputer(Tensor.of(new float[] {Float.NaN}, 1), Tensor.of(new float[] {0.5f, 1, -1}, 3));

  private final ValueId x = rows("x", 3);

  @Test
  void imputerScalerNormalizer() {
    ValueId scaled = apply(SCALER, apply(IMPUTER, x));
    optimize(apply(new Normalizer(Norm.L2), scaled))
        .applied("feature-pipeline", 2)
        .leaves(OpKind.FEATURE_PIPELINE)
        .sameBits();
  }

  @Test
  void joinedColumns() {
    ValueId joined = apply(new Concat(-1), rows("a", 1), rows("b", 2));
    optimize(apply(SCALER, joined))
        .applied("feature-pipeline", 1)
        .leaves(OpKind.FEATURE_PIPELINE)
        .sameBits();
    ValueId vector = apply(new FeatureVectorizer(List.of(1, 2)), rows("c", 1), rows("d", 2));
    optimize(apply(new Binarizer(0.5f), vector)).leaves(OpKind.FEATURE_PIPELINE).sameBits();
  }

  @Test
  void joinedRowsStay() {
    ValueId joined = apply(new Concat(0), x, weights(2, 3));
    optimize(apply(SCALER, joined)).applied("feature-pipeline", 0).sameBits();
  }

  @Test
  void columnsThatAreReadElsewhereStay() {
    ValueId imputed = apply(IMPUTER, x);
    optimize(apply(SCALER, imputed), imputed).applied("feature-pipeline", 0).sameBits();
  }

  @Test
  void oneStageAloneStays() {
    optimize(apply(SCALER, x)).leaves(OpKind.SCALER).sameBits();
  }
}
