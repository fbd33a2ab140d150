package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batch normalization by the batch's own statistics, and by statistics of every element. */
class BatchNormValuesTest {
  private static final String OPERANDS = "x,scale,bias,mean,variance";

  private static TestModel model(long opset, int type, Object... dims) {
    return TestModel.onnx(opset)
        .input("x", type, dims)
        .initializer("scale", new float[] {2, 1}, 2)
        .initializer("bias", new float[] {0, 10}, 2)
        .initializer("mean", new float[] {8, 8}, 2)
        .initializer("variance", new float[] {1, 1}, 2);
  }

  private static void assertNumbers(Value found, double... expected) {
    assertThat(((Tensor) found).toDoubles()).containsExactly(expected, offset(1e-5));
  }

  /** Two records of two channels: 1, 3 with mean 2 and variance 1, then 0, 4 with 2 and 4. */
  private static final Tensor X = Tensor.of(new float[] {1, 0, 3, 4}, 2, 2, 1);

  @ParameterizedTest
  @CsvSource({"6,is_test,0", "14,training_mode,1", "15,training_mode,1"})
  void trainingTakesTheBatchsOwnStatistics(long opset, String flag, long value) {
    TestModel model =
        model(opset, TestModel.FLOAT, "N", 2, 1)
            .node(
                "BatchNormalization",
                OPERANDS,
                "y,m,v",
                integer(flag, value),
                number("epsilon", 0),
                number("momentum", 0.75f))
            .output("y")
            .output("m")
            .output("v");
    Map<String, Value> answer = Answers.of(model, Map.of("x", X));
    assertNumbers(answer.get("y"), -2, 9, 2, 11);
    assertNumbers(answer.get("m"), 8 * 0.75 + 2 * 0.25, 8 * 0.75 + 2 * 0.25);
    assertNumbers(answer.get("v"), 1, 1 * 0.75 + 4 * 0.25);
  }

  @Test
  void beforeOpset14MoreOutputsMeanTraining() {
    TestModel model =
        model(9, TestModel.FLOAT, "N", 2, 1)
            .node("BatchNormalization", OPERANDS, "y,,,sm,sv", number("epsilon", 0))
            .output("y")
            .output("sm")
            .output("sv");
    Map<String, Value> answer = Answers.of(model, Map.of("x", X));
    assertNumbers(answer.get("y"), -2, 9, 2, 11);
    assertNumbers(answer.get("sm"), 2, 2);
    assertNumbers(answer.get("sv"), 1, 4);
  }

  @Test
  void halvesWithStatisticsOfSinglePrecision() {
    AttributeProto[] training = {integer("training_mode", 1), number("epsilon", 0)};
    TestModel model =
        model(15, TestModel.FLOAT16, "N", 2)
            .node("BatchNormalization", OPERANDS, "y,m", training)
            .output("y")
            .output("m");
    Tensor x = Answers.halves(new double[] {1000, 0, 3000, 4}, 2, 2);
    Map<String, Value> answer = Answers.of(model, Map.of("x", x));
    assertThat(((Tensor) answer.get("y")).dtype()).isEqualTo(DType.F16);
    assertNumbers(answer.get("y"), -2, 9, 2, 11);
    assertThat(((Tensor) answer.get("m")).dtype()).isEqualTo(DType.F32);
    assertThat(((Tensor) answer.get("m")).toDoubles()[0]).isEqualTo(7.2 + 200, offset(1e-3));
  }

  @Test
  void aVectorIsOneChannel() {
    TestModel model =
        TestModel.onnx(15)
            .input("x", TestModel.FLOAT, "N")
            .initializer("one", new float[] {1}, 1)
            .node(
                "BatchNormalization",
                "x,one,one,one,one",
                "y",
                integer("training_mode", 1),
                number("epsilon", 0))
            .output("y");
    assertNumbers(Answers.tensor(model, Map.of("x", Tensor.of(new float[] {1, 3}, 2))), 0, 2);
  }

  @Test
  void everyElementMayHaveStatistics() {
    TestModel model =
        TestModel.onnx(7)
            .input("x", TestModel.FLOAT, "N", 1, 2)
            .initializer("s", new float[] {2, 1}, 1, 2)
            .initializer("b", new float[] {0, 10}, 1, 2)
            .initializer("m", new float[] {2, 2}, 1, 2)
            .initializer("v", new float[] {1, 4}, 1, 2)
            .node(
                "BatchNormalization", "x,s,b,m,v", "y", integer("spatial", 0), number("epsilon", 0))
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 0, 3, 4}, 2, 1, 2);
    assertNumbers(Answers.tensor(model, Map.of("x", x)), -2, 9, 2, 11);
  }
}
