package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Axes of which only a run knows the length, split. */
class SplitValuesTest {
  private static TestModel model(
      long opset, String operands, String outputs, AttributeProto... attributes) {
    TestModel model =
        TestModel.onnx(opset)
            .input("x", TestModel.FLOAT, "N", "L")
            .initializer("lengths", new long[] {1, 2}, 2)
            .node("Split", operands, outputs, attributes);
    for (String output : outputs.split(",", -1)) {
      model.output(output);
    }
    return model;
  }

  /** Rows count from 0. */
  private static Map<String, Tensor> rows(int rows, int length) {
    float[] x = new float[rows * length];
    for (int i = 0; i < x.length; i++) {
      x[i] = i;
    }
    return Map.of("x", Tensor.of(x, rows, length));
  }

  private static void assertPart(Value part, long[] dims, double... expected) {
    assertThat(((Tensor) part).dims()).containsExactly(dims);
    assertThat(((Tensor) part).toDoubles()).containsExactly(expected);
  }

  @Test
  void equalParts() {
    TestModel model = model(13, "x", "a,b", integer("axis", -1));
    Map<String, Value> parts = Answers.of(model, rows(2, 4));
    assertPart(parts.get("a"), new long[] {2, 2}, 0, 1, 4, 5);
    assertPart(parts.get("b"), new long[] {2, 2}, 2, 3, 6, 7);
    assertThatThrownBy(() -> Answers.of(model, rows(2, 5))).isInstanceOf(EngineException.class);
  }

  @Test
  void theLastPartMayBeSmallerOrEmpty() {
    TestModel model = model(18, "x", "a,b,c", integer("axis", 1), integer("num_outputs", 3));
    Map<String, Value> parts = Answers.of(model, rows(1, 4));
    assertPart(parts.get("a"), new long[] {1, 2}, 0, 1);
    assertPart(parts.get("b"), new long[] {1, 2}, 2, 3);
    assertPart(parts.get("c"), new long[] {1, 0});
    assertPart(Answers.of(model, rows(1, 0)).get("a"), new long[] {1, 0});
  }

  @Test
  void rowsMayBeSplit() {
    Map<String, Value> parts = Answers.of(model(11, "x", "a,b"), rows(2, 2));
    assertPart(parts.get("a"), new long[] {1, 2}, 0, 1);
    assertPart(parts.get("b"), new long[] {1, 2}, 2, 3);
  }

  @Test
  void givenPartsHaveToSumUp() {
    TestModel byAttribute = model(11, "x", "a,b", integer("axis", 1), integers("split", 1, 2));
    TestModel byOperand = model(13, "x,lengths", "a,b", integer("axis", -1));
    for (TestModel model : new TestModel[] {byAttribute, byOperand}) {
      Map<String, Value> parts = Answers.of(model, rows(2, 3));
      assertPart(parts.get("a"), new long[] {2, 1}, 0, 3);
      assertPart(parts.get("b"), new long[] {2, 2}, 1, 2, 4, 5);
      assertThatThrownBy(() -> Answers.of(model, rows(2, 4))).isInstanceOf(EngineException.class);
      assertThatThrownBy(() -> Answers.of(model, rows(2, 2))).isInstanceOf(EngineException.class);
    }
  }

  @Test
  void axesMayBeUnknown() {
    TestModel model =
        TestModel.onnx(18)
            .input("x", TestModel.FLOAT, "N", "L")
            .input("shape", TestModel.INT64, "R")
            .node("Reshape", "x,shape", "r")
            .node("Split", "r", "y,z", integer("axis", -1), integer("num_outputs", 2))
            .output("y")
            .output("z");
    Map<String, Tensor> inputs =
        Map.of("x", rows(2, 3).get("x"), "shape", Tensor.of(new long[] {1, 2, 3}, 3));
    Map<String, Value> parts = Answers.of(model, inputs);
    assertPart(parts.get("y"), new long[] {1, 2, 2}, 0, 1, 3, 4);
    assertPart(parts.get("z"), new long[] {1, 2, 1}, 2, 5);
  }
}
