package io.pelton.cpu.rules;

import io.pelton.cpu.kernel.pipeline.Scorers;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
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

  private static final Tensor CATEGORIES = Tensor.of(new long[] {-1, 0, 1}, 3);

  private ValueId[] classify(ValueId features) {
    NodeId node =
        graph.add(
            "classifier",
            new TreeClassifier(
                Scorers.forest(new Random(1), 7, 3, 3, 3, false),
                Tensor.of(new String[] {"a", "b", "c"}, 3),
                Tensor.of(new float[0], 0),
                PostTransform.SOFTMAX),
            List.of(features));
    return new ValueId[] {new ValueId(node, 0), new ValueId(node, 1)};
  }

  private static LinearRegressor regressor(int features) {
    float[] coefficients = new float[features];
    for (int i = 0; i < features; i++) {
      coefficients[i] = i - 1.5f;
    }
    return new LinearRegressor(
        Tensor.of(coefficients, 1, features), Tensor.of(new float[] {1}, 1), PostTransform.NONE);
  }

  @Test
  void encodedColumns() {
    OneHotEncoder encoder = new OneHotEncoder(CATEGORIES, true);
    ValueId encoded = apply(encoder, apply(IMPUTER, x));
    optimize(encoded).applied("feature-pipeline", 1).leaves(OpKind.FEATURE_PIPELINE).sameBits();
    ValueId flat = apply(new Reshape(false), encoded, longs(-1, 9));
    optimize(apply(new Normalizer(Norm.L1), flat))
        .applied("feature-pipeline", 2)
        .leaves(OpKind.FEATURE_PIPELINE)
        .sameBits();
  }

  @Test
  void encodedText() {
    Tensor categories = Tensor.of(new String[] {"a", "b"}, 2);
    ValueId joined = apply(new Concat(1), rows("s", DType.STRING, 1), rows("t", DType.STRING, 2));
    ValueId encoded = apply(new OneHotEncoder(categories, true), joined);
    optimize(apply(regressor(6), apply(new Flatten(1), encoded)))
        .applied("feature-pipeline", 1)
        .applied("scoring-pipeline", 1)
        .leaves(OpKind.SCORING_PIPELINE)
        .sameBits();
  }

  @Test
  void textThatIsNotEncodedStays() {
    ValueId joined = apply(new Concat(1), rows("s", DType.STRING, 1), rows("t", DType.STRING, 2));
    ValueId numbers = apply(new Cast(DType.F32), joined);
    optimize(apply(regressor(3), numbers)).applied("scoring-pipeline", 0);
  }

  @Test
  void classifierOfPreparedColumns() {
    ValueId joined = apply(new Concat(1), rows("a", 1), rows("b", 2));
    optimize(classify(apply(SCALER, joined)))
        .applied("feature-pipeline", 1)
        .applied("scoring-pipeline", 1)
        .leaves(OpKind.SCORING_PIPELINE)
        .sameBits();
  }

  @Test
  void oneOutputOfAClassifierOfColumns() {
    ValueId joined = apply(new Concat(1), rows("a", 1), rows("b", 2));
    optimize(classify(joined)[1])
        .applied("scoring-pipeline", 1)
        .leaves(OpKind.SCORING_PIPELINE)
        .sameBits();
  }

  @Test
  void regressorOfEncodedColumns() {
    ValueId encoded = apply(new OneHotEncoder(CATEGORIES, true), rows("i", DType.I64, 2));
    optimize(apply(regressor(6), apply(new Flatten(1), encoded)))
        .applied("scoring-pipeline", 1)
        .leaves(OpKind.SCORING_PIPELINE)
        .sameBits();
  }

  @Test
  void regressorOfOneStage() {
    optimize(apply(regressor(3), apply(SCALER, x))).leaves(OpKind.SCORING_PIPELINE).sameBits();
  }

  @Test
  void featuresThatAreReadElsewhereStay() {
    ValueId scaled = apply(SCALER, x);
    optimize(apply(regressor(3), scaled), scaled)
        .applied("scoring-pipeline", 0)
        .leaves(OpKind.SCALER, OpKind.LINEAR_REGRESSOR)
        .sameBits();
  }

  @Test
  void featuresMadeElsewhereStay() {
    ValueId scaled = apply(SCALER, x);
    graph.place(scaled.node(), new DeviceId("cpu", 0));
    optimize(apply(regressor(3), scaled)).applied("scoring-pipeline", 0);
  }

  @Test
  void joinedRowsOfFeaturesStay() {
    ValueId joined = apply(new Concat(0), x, weights(2, 3));
    optimize(apply(regressor(3), joined)).applied("scoring-pipeline", 0).sameBits();
  }

  @Test
  void featuresAsTheyComeStay() {
    optimize(apply(regressor(3), x)).leaves(OpKind.LINEAR_REGRESSOR).sameBits();
  }
}
