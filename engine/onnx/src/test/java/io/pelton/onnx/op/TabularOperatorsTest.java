package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT32;
import static io.pelton.onnx.TestModel.INT64;
import static io.pelton.onnx.TestModel.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.SupportVectors.Kernel;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operators of ai.onnx.ml but for trees. */
class TabularOperatorsTest {
  private static final List<Object> MATRIX = List.of("N", 2);

  private static TestModel ml(String op, int type, AttributeProto... attributes) {
    return TestModel.ml(1).single(op, type, MATRIX, attributes);
  }

  private static void refused(String reason, TestModel model) {
    assertThatThrownBy(model::load).isInstanceOf(InvalidNode.class).hasMessageContaining(reason);
  }

  @Test
  void scalersHaveNeutralDefaults() {
    Scaler full = (Scaler) ml("Scaler", INT64, numbers("offset", 1, 2), numbers("scale", 3)).op();
    assertThat(full.offset().toFloats()).containsExactly(1, 2);
    assertThat(full.scale().toFloats()).containsExactly(3);
    Scaler none = (Scaler) ml("Scaler", FLOAT).op();
    assertThat(none.offset().toFloats()).containsExactly(0);
    assertThat(none.scale().toFloats()).containsExactly(1);
    refused("has 3 parameters for 2 columns", ml("Scaler", FLOAT, numbers("offset", 1, 2, 3)));
  }

  @Test
  void imputersTakeTheListOfTheInputsDtype() {
    AttributeProto floats = numbers("imputed_value_floats", 1, 2);
    Imputer imputer =
        (Imputer) ml("Imputer", FLOAT, floats, number("replaced_value_float", Float.NaN)).op();
    assertThat(imputer.replaced().toFloats()).containsExactly(Float.NaN);
    assertThat(imputer.values().toFloats()).containsExactly(1, 2);
    Imputer doubles = (Imputer) ml("Imputer", DOUBLE, floats).op();
    assertThat(doubles.values().dtype()).isEqualTo(DType.F64);
    assertThat(doubles.replaced().toDoubles()).containsExactly(0);
    AttributeProto longs = integers("imputed_value_int64s", 5);
    Imputer integers =
        (Imputer) ml("Imputer", INT64, longs, integer("replaced_value_int64", -1)).op();
    assertThat(integers.replaced().toLongs()).containsExactly(-1);
    assertThat(((Imputer) ml("Imputer", INT32, longs).op()).values().dtype()).isEqualTo(DType.I32);
    refused("'imputed_value_int64s' is missing", ml("Imputer", INT64, floats));
    refused("'imputed_value_floats' is missing", ml("Imputer", FLOAT));
    refused(
        "4294967296 does not fit",
        ml("Imputer", INT32, integers("imputed_value_int64s", 1L << 32)));
  }

  @Test
  void smallOperatorsHaveTheStandardsDefaults() {
    assertThat(ml("Normalizer", FLOAT).op()).isEqualTo(new Normalizer(Norm.MAX));
    assertThat(ml("Normalizer", FLOAT, text("norm", "L1")).op()).isEqualTo(new Normalizer(Norm.L1));
    refused("'norm' is 'L3'", ml("Normalizer", FLOAT, text("norm", "L3")));
    assertThat(ml("Binarizer", FLOAT).op()).isEqualTo(new Binarizer(0));
    assertThat(ml("Binarizer", FLOAT, number("threshold", 2)).op()).isEqualTo(new Binarizer(2));
  }

  @Test
  void oneHotEncodersAddAnAxis() {
    TestModel model = ml("OneHotEncoder", STRING, texts("cats_strings", "a", "b", "ü"));
    OneHotEncoder op = (OneHotEncoder) model.op();
    assertThat(op.categories().toStrings()).containsExactly("a", "b", "ü");
    assertThat(op.zeros()).isTrue();
    assertThat(model.type()).hasToString("F32[N,2,3]");
    OneHotEncoder strict =
        (OneHotEncoder)
            ml("OneHotEncoder", FLOAT, integers("cats_int64s", 1, 2), integer("zeros", 0)).op();
    assertThat(strict.zeros()).isFalse();
    refused("exactly one of", ml("OneHotEncoder", FLOAT));
    refused(
        "categories are STRING but the input is F32",
        ml("OneHotEncoder", FLOAT, texts("cats_strings", "a")));
  }

  @Test
  void oneHotColumnsAreVectorizedAsMatrices() {
    TestModel model =
        TestModel.ml(1)
            .input("a", STRING, "N", 1)
            .input("b", FLOAT, "N", 2)
            .node("OneHotEncoder", "a", "h", texts("cats_strings", "x", "y", "z"))
            .node("FeatureVectorizer", "h,b", "y")
            .output("y");
    assertThat(model.op()).isEqualTo(new FeatureVectorizer(List.of(3, 2)));
    assertThat(model.type()).hasToString("F32[N,5]");
    assertThat(ml("FeatureVectorizer", FLOAT, integers("inputdimensions", 4)).type())
        .hasToString("F32[N,4]");
    refused(
        "2 entries for 1 inputs",
        ml("FeatureVectorizer", FLOAT, integers("inputdimensions", 1, 2)));
    refused(
        "does not follow from the input's shape",
        TestModel.ml(1).single("FeatureVectorizer", FLOAT, List.of("N", "F")));
  }

  @Test
  void featuresAreExtractedByIndex() {
    TestModel model =
        TestModel.ml(1)
            .input("x", FLOAT, "N", 4)
            .initializer("i", new long[] {0, 2, 3}, 3)
            .node("ArrayFeatureExtractor", "x,i", "y")
            .output("y");
    assertThat(model.type()).hasToString("F32[N,3]");
  }

  @Test
  void labelEncodersOfVersionOneKnowPlaces() {
    AttributeProto classes = texts("classes_strings", "a", "b");
    LabelEncoder toPlace = (LabelEncoder) ml("LabelEncoder", STRING, classes).op();
    assertThat(toPlace.keys().toStrings()).containsExactly("a", "b");
    assertThat(toPlace.values().toLongs()).containsExactly(0, 1);
    assertThat(toPlace.fallback().toLongs()).containsExactly(-1);
    LabelEncoder toText =
        (LabelEncoder) ml("LabelEncoder", INT64, classes, text("default_string", "?")).op();
    assertThat(toText.keys().toLongs()).containsExactly(0, 1);
    assertThat(toText.values().toStrings()).containsExactly("a", "b");
    assertThat(toText.fallback().toStrings()).containsExactly("?");
  }

  private static LabelEncoder encoder(long opset, int type, AttributeProto... attributes) {
    return (LabelEncoder) TestModel.ml(opset).single("LabelEncoder", type, MATRIX, attributes).op();
  }

  @Test
  void labelEncodersMapKeysToValues() {
    LabelEncoder toText =
        encoder(
            2, FLOAT, numbers("keys_floats", 1, Float.NaN), texts("values_strings", "one", "nan"));
    assertThat(toText.keys().toFloats()).containsExactly(1, Float.NaN);
    assertThat(toText.fallback().toStrings()).containsExactly("_Unused");
    LabelEncoder toFloat =
        encoder(3, STRING, texts("keys_strings", "a"), numbers("values_floats", 2));
    assertThat(Float.floatToRawIntBits(toFloat.fallback().toFloats()[0]))
        .isEqualTo(Float.floatToRawIntBits(-0.0f));
    LabelEncoder toInteger =
        encoder(
            2,
            INT64,
            integers("keys_int64s", 7),
            integers("values_int64s", 8),
            integer("default_int64", 42));
    assertThat(toInteger.fallback().toLongs()).containsExactly(42);
  }

  @Test
  void labelEncodersTakeTensorsSinceVersionFour() {
    AttributeProto keys =
        tensor("keys_tensor", TestModel.doubles("", new double[] {0.1, Double.NaN}, 2));
    AttributeProto values = tensor("values_tensor", TestModel.longs("", new long[] {1, 9}, 2));
    LabelEncoder encoder =
        encoder(
            4,
            DOUBLE,
            keys,
            values,
            tensor("default_tensor", TestModel.longs("", new long[] {-5})));
    assertThat(encoder.keys().toDoubles()).containsExactly(0.1, Double.NaN);
    assertThat(encoder.fallback().toLongs()).containsExactly(-5);
    assertThat(encoder(4, DOUBLE, keys, values).fallback().toLongs()).containsExactly(-1);
    LabelEncoder toDouble =
        encoder(
            4,
            INT64,
            integers("keys_int64s", 1),
            tensor("values_tensor", TestModel.doubles("", new double[] {0.1}, 1)));
    assertThat(toDouble.fallback().toDoubles()).containsExactly(-0.0);
    assertThatThrownBy(() -> encoder(2, DOUBLE, keys, values)).isInstanceOf(InvalidNode.class);
    assertThatThrownBy(
            () ->
                encoder(
                    4,
                    DOUBLE,
                    keys,
                    values,
                    tensor("default_tensor", TestModel.floats("", new float[] {1}))))
        .hasMessageContaining("default_tensor should be one I64");
  }

  @Test
  void labelEncodersNeedAsManyValuesAsKeys() {
    assertThatThrownBy(
            () -> encoder(2, INT64, integers("keys_int64s", 1, 2), integers("values_int64s", 1)))
        .hasMessageContaining("has [2] keys but [1] values");
    assertThatThrownBy(() -> encoder(2, INT64, integers("values_int64s", 1)))
        .hasMessageContaining("exactly one of the attributes 'keys_...'");
    assertThatThrownBy(
            () ->
                encoder(
                    2,
                    INT64,
                    integers("keys_int64s", 1),
                    texts("keys_strings", "a"),
                    integers("values_int64s", 1)))
        .hasMessageContaining("exactly one of the attributes 'keys_...'");
  }

  @Test
  void zipMapsNeedALabelForEveryColumn() {
    assertThat(ml("ZipMap", FLOAT, texts("classlabels_strings", "a", "b")).type())
        .hasToString("seq(map(STRING,F32[]))");
    refused(
        "has 3 labels for 2 columns", ml("ZipMap", FLOAT, integers("classlabels_int64s", 1, 2, 3)));
  }

  @Test
  void linearClassifiersHaveARowOfWeightsForEveryInterceptOrLabel() {
    AttributeProto labels = integers("classlabels_ints", 0, 1);
    TestModel binary =
        ml(
            "LinearClassifier",
            FLOAT,
            labels,
            numbers("coefficients", 1, 2),
            numbers("intercepts", 3));
    LinearClassifier op = (LinearClassifier) binary.op();
    assertThat(op.coefficients().dims()).containsExactly(1, 2);
    assertThat(op.scores()).isEqualTo(2);
    assertThat(op.multiClass()).isFalse();
    LinearClassifier open =
        (LinearClassifier)
            ml(
                    "LinearClassifier",
                    FLOAT,
                    texts("classlabels_strings", "a", "b", "c"),
                    numbers("coefficients", 1, 2, 3, 4, 5, 6),
                    integer("multi_class", 1),
                    text("post_transform", "SOFTMAX_ZERO"))
                .op();
    assertThat(open.coefficients().dims()).containsExactly(3, 2);
    assertThat(open.intercepts().toFloats()).isEmpty();
    assertThat(open.multiClass()).isTrue();
    assertThat(open.post()).isEqualTo(PostTransform.SOFTMAX_ZERO);
    refused(
        "which do not divide into 2 rows",
        ml("LinearClassifier", FLOAT, labels, numbers("coefficients", 1, 2, 3)));
    refused(
        "has 3 intercepts for 2 labels",
        ml(
            "LinearClassifier",
            FLOAT,
            labels,
            numbers("coefficients", 1, 2, 3),
            numbers("intercepts", 1, 2, 3)));
  }

  @Test
  void linearRegressorsHaveARowOfWeightsForEveryTarget() {
    TestModel model =
        ml(
            "LinearRegressor",
            FLOAT,
            integer("targets", 2),
            numbers("coefficients", 1, 2, 3, 4),
            numbers("intercepts", 5, 6),
            text("post_transform", "PROBIT"));
    LinearRegressor op = (LinearRegressor) model.op();
    assertThat(op.coefficients().dims()).containsExactly(2, 2);
    assertThat(op.post()).isEqualTo(PostTransform.PROBIT);
    assertThat(model.type()).hasToString("F32[N,2]");
    refused(
        "has 1 intercepts for 2 targets",
        ml(
            "LinearRegressor",
            FLOAT,
            integer("targets", 2),
            numbers("coefficients", 1, 2, 3, 4),
            numbers("intercepts", 5)));
    refused("targets should be above 0", ml("LinearRegressor", FLOAT, integer("targets", -1)));
    refused(
        "needs 3 features but the input is [N,2]",
        ml("LinearRegressor", FLOAT, numbers("coefficients", 1, 2, 3)));
  }

  @Test
  void supportVectorsOfClassifiers() {
    SvmClassifier op =
        (SvmClassifier)
            ml(
                    "SVMClassifier",
                    FLOAT,
                    integers("classlabels_ints", 0, 1, 2),
                    integers("vectors_per_class", 1, 2, 1),
                    numbers("support_vectors", 1, 2, 3, 4, 5, 6, 7, 8),
                    numbers("coefficients", 1, 2, 3, 4, 5, 6, 7, 8),
                    numbers("rho", 1, 2, 3),
                    numbers("prob_a", 1, 2, 3),
                    numbers("prob_b", 1, 2, 3),
                    text("kernel_type", "RBF"),
                    numbers("kernel_params", 0.5f, 1, 3))
                .op();
    assertThat(op.vectors().vectors().dims()).containsExactly(4, 2);
    assertThat(op.vectors().coefficients().dims()).containsExactly(2, 4);
    assertThat(op.vectors().kernel()).isEqualTo(Kernel.RBF);
    assertThat(op.vectors().gamma()).isEqualTo(0.5f);
    assertThat(op.vectors().degree()).isEqualTo(3);
    assertThat(op.vectors().hasProbabilities()).isTrue();
    assertThat(op.scores()).isEqualTo(3);
  }

  @Test
  void linearSvmsHaveNoVectors() {
    SvmClassifier op =
        (SvmClassifier)
            ml(
                    "SVMClassifier",
                    FLOAT,
                    integers("classlabels_ints", 0, 1),
                    numbers("coefficients", 1, 2, 3, 4),
                    numbers("rho", 1))
                .op();
    assertThat(op.vectors().isLinear()).isTrue();
    assertThat(op.vectors().features()).isEqualTo(2);
    assertThat(op.vectors().coefficients().dims()).containsExactly(2, 2);
    SvmRegressor regressor =
        (SvmRegressor)
            ml("SVMRegressor", FLOAT, numbers("coefficients", 1, 2), integer("one_class", 1)).op();
    assertThat(regressor.vectors().isLinear()).isTrue();
    assertThat(regressor.vectors().rho().toFloats()).containsExactly(0);
    assertThat(regressor.oneClass()).isTrue();
  }

  @Test
  void supportVectorsOfRegressors() {
    SvmRegressor op =
        (SvmRegressor)
            ml(
                    "SVMRegressor",
                    FLOAT,
                    integer("n_supports", 2),
                    numbers("support_vectors", 1, 2, 3, 4),
                    numbers("coefficients", 5, 6),
                    numbers("rho", 7),
                    text("kernel_type", "POLY"))
                .op();
    assertThat(op.vectors().vectors().dims()).containsExactly(2, 2);
    assertThat(op.vectors().coefficients().dims()).containsExactly(2);
    assertThat(op.vectors().kernel()).isEqualTo(Kernel.POLY);
    refused(
        "support_vectors has 3 entries for 2 vectors",
        ml(
            "SVMRegressor",
            FLOAT,
            integer("n_supports", 2),
            numbers("support_vectors", 1, 2, 3),
            numbers("coefficients", 5, 6)));
    refused(
        "has 1 coefficients instead of 1 x 2",
        ml(
            "SVMRegressor",
            FLOAT,
            integer("n_supports", 2),
            numbers("support_vectors", 1, 2, 3, 4),
            numbers("coefficients", 5)));
    refused(
        "kernel_params should be gamma, coef0 and degree",
        ml("SVMRegressor", FLOAT, numbers("coefficients", 5, 6), numbers("kernel_params", 1)));
  }
}
