package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.Map;

/** Runs a model with the input x every way there is: compiled, realized, and row by row. */
final class FieldRun {
  private FieldRun() {}

  static Answer answer(TestModel model, Tensor x) {
    return Subject.best()
        .run(new GeneratedCase("field", 0, model.proto(), List.of(Map.of("x", x))))
        .get(0);
  }

  static Map<String, Value> run(TestModel model, Tensor x) {
    Answer answer = answer(model, x);
    assertThat(answer).isInstanceOf(Answer.Outputs.class);
    return ((Answer.Outputs) answer).values();
  }

  static Tensor column(float... rows) {
    return Tensor.of(rows, rows.length, 1);
  }
}
