package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops and scans that never run have the ranks of their bodies. */
class LoopCasesTest {
  private static Tensor number(long value) {
    return shaped(DType.I64, new long[] {value});
  }

  private static Tensor flag(boolean value) {
    return shaped(DType.BOOL, new long[] {value ? 1 : 0});
  }

  private static AttributeProto body(GraphProto.Builder graph) {
    return AttributeProto.newBuilder()
        .setName("body")
        .setType(AttributeType.GRAPH)
        .setG(graph)
        .build();
  }

  /** Doubles what it carries, which is also its scan output. */
  private static AttributeProto doubling() {
    return body(
        TestModel.onnx(16)
            .input("i", TestModel.INT64)
            .input("go", TestModel.BOOL)
            .input("a", TestModel.FLOAT, 2)
            .node("Identity", "go", "on")
            .node("Add", "a,a", "twice")
            .node("Identity", "twice", "seen")
            .output("on")
            .output("twice")
            .output("seen")
            .graph());
  }

  private static FieldModel loop(Tensor most, Tensor condition) {
    FieldModel model = FieldModel.onnx(16).value("a", floats(DType.F32, 1, 2));
    String inputs = "";
    if (most != null) {
      model.value("m", most);
      inputs = "m";
    }
    inputs += ",";
    if (condition != null) {
      model.value("c", condition);
      inputs += "c";
    }
    return model.node("Loop", inputs + ",a", "y,s", doubling()).output("y").output("s");
  }

  @Test
  void b16LoopsThatNeverRunKeepWhatTheyCarry() {
    List<FieldModel> never =
        List.of(
            loop(number(0), null),
            loop(number(0), flag(true)),
            loop(number(5), flag(false)),
            loop(null, flag(false)),
            loop(number(-1), flag(true)));
    for (FieldModel model : never) {
      List<Tensor> found = model.runAll();
      assertThat(found.get(0).toDoubles()).containsExactly(1, 2);
      assertThat(found.get(1).dims()).containsExactly(0, 2);
      assertThat(found.get(1).dtype()).isEqualTo(DType.F32);
    }
  }

  @Test
  void b16LoopsThatRunStackWhatTheySee() {
    for (FieldModel model : List.of(loop(number(2), null), loop(number(2), flag(true)))) {
      List<Tensor> found = model.runAll();
      assertThat(found.get(0).toDoubles()).containsExactly(4, 8);
      assertThat(found.get(1).dims()).containsExactly(2, 2);
      assertThat(found.get(1).toDoubles()).containsExactly(2, 4, 4, 8);
    }
  }

  /** What comes after a loop that never ran sees a tensor, not a scalar. */
  @Test
  void b16EmptyScanOutputsAreOfUse() {
    FieldModel model =
        FieldModel.onnx(16)
            .value("m", number(0))
            .value("a", floats(DType.F32, 1, 2))
            .node("Loop", "m,,a", "z,s", doubling())
            .node("Unsqueeze", "a,zero", "row")
            .node("Concat", "row,s,row", "y", integer("axis", 0))
            .value("zero", Elements.longs(DType.I64, 0))
            .output("y");
    Tensor found = model.run();
    assertThat(found.dims()).containsExactly(2, 2);
    assertThat(found.toDoubles()).containsExactly(1, 2, 1, 2);
  }

  /** Sums up what it reads, keeping all sums. */
  private static FieldModel scan(int steps, int direction) {
    double[] rows = new double[2 * steps];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i + 1;
    }
    AttributeProto body =
        body(
            TestModel.onnx(16)
                .input("sum", TestModel.FLOAT, 2)
                .input("row", TestModel.FLOAT, 2)
                .node("Add", "sum,row", "more")
                .node("Identity", "more", "seen")
                .output("more")
                .output("seen")
                .graph());
    return FieldModel.onnx(16)
        .value("start", floats(DType.F32, 10, 20))
        .value("rows", shaped(DType.F32, rows, steps, 2))
        .node(
            "Scan",
            "start,rows",
            "y,s",
            body,
            integer("num_scan_inputs", 1),
            integers("scan_input_directions", direction))
        .output("y")
        .output("s");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void b16ScansOfNothingKeepTheirState(int direction) {
    List<Tensor> found = scan(0, direction).runAll();
    assertThat(found.get(0).toDoubles()).containsExactly(10, 20);
    assertThat(found.get(1).dims()).containsExactly(0, 2);
  }

  @ParameterizedTest
  @CsvSource({"0, 11", "1, 13"})
  void b16ScansStackWhatTheySee(int direction, double first) {
    List<Tensor> found = scan(2, direction).runAll();
    assertThat(found.get(0).toDoubles()).containsExactly(14, 26);
    assertThat(found.get(1).dims()).containsExactly(2, 2);
    assertThat(found.get(1).toDoubles()[0]).isEqualTo(first);
  }
}
