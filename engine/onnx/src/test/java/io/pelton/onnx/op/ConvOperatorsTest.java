package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.Window;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvOperatorsTest {
  private static final List<Object> IMAGE = List.of("N", 3, 7, 8);
  private static final List<Integer> ONES = List.of(1, 1);
  private static final List<Integer> ZEROS = List.of(0, 0);

  private static TestModel image(Object... dims) {
    return TestModel.onnx(11)
        .input("x", FLOAT, dims)
        .initializer("w", new float[6 * 3 * 3 * 2], 6, 3, 3, 2)
        .output("y");
  }

  @Test
  void padsAreGivenInTwoHalves() {
    TestModel conv =
        image("N", 3, 7, 8)
            .node(
                "Conv",
                "x,w",
                "y",
                integers("kernel_shape", 3, 2),
                integers("strides", 2, 1),
                integers("pads", 0, 1, 2, 3),
                integers("dilations", 1, 2));
    assertThat(conv.op())
        .isEqualTo(
            new Conv(
                new Window(List.of(2, 1), List.of(0, 1), List.of(2, 3), List.of(1, 2)),
                1,
                Activation.NONE));
    assertThat(conv.type()).hasToString("F32[N,6,4,10]");
  }

  @ParameterizedTest
  @CsvSource({
    "SAME_UPPER,1,1,1,1",
    "SAME_LOWER,1,1,1,1",
    "SAME_UPPER,2,1,1,0",
    "SAME_LOWER,3,1,1,0"
  })
  void sameGivesAnOutputForEveryStride(
      String mode, int stride, int rowsBefore, int rowsAfter, int columns) {
    boolean isUpper = mode.equals("SAME_UPPER");
    TestModel conv =
        image("N", 3, 7, 8)
            .node("Conv", "x,w", "y", text("auto_pad", mode), integers("strides", stride, stride));
    assertThat(conv.op())
        .isEqualTo(
            new Conv(
                new Window(
                    List.of(stride, stride),
                    List.of(rowsBefore, isUpper ? 0 : columns),
                    List.of(rowsAfter, isUpper ? columns : 0),
                    ONES),
                1,
                Activation.NONE));
    int rows = (7 + stride - 1) / stride;
    assertThat(conv.type()).hasToString("F32[N,6," + rows + "," + (8 + stride - 1) / stride + "]");
  }

  @Test
  void automaticPadsThatDependOnTheLengthNeedIt() {
    TestModel plain =
        image("N", 3, "H", "W").node("Conv", "x,w", "y", text("auto_pad", "SAME_UPPER"));
    assertThat(((Conv) plain.op()).window())
        .isEqualTo(new Window(ONES, List.of(1, 0), List.of(1, 1), ONES));
    TestModel strided =
        image("N", 3, "H", "W")
            .node("Conv", "x,w", "y", text("auto_pad", "SAME_UPPER"), integers("strides", 2, 2));
    assertThatThrownBy(strided::load)
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("needs spatial axes of fixed lengths");
    assertThatThrownBy(
            () ->
                image("N", 3, 7, 8)
                    .node(
                        "Conv", "x,w", "y", text("auto_pad", "VALID"), integers("pads", 0, 0, 1, 0))
                    .load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'pads' are given although 'auto_pad' is VALID");
    assertThatThrownBy(
            () ->
                image("N", 3, 7, 8).node("Conv", "x,w", "y", integers("kernel_shape", 3, 3)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'kernel_shape' is [3, 3]");
  }

  private static TestModel pool(String op, long opset, int ceiling, int countsPadding) {
    return TestModel.onnx(opset)
        .single(
            op,
            FLOAT,
            IMAGE,
            integers("kernel_shape", 2, 3),
            integers("strides", 2, 3),
            integer("ceil_mode", ceiling),
            integer("count_include_pad", countsPadding));
  }

  @Test
  void roundingUpPadsTheEnd() {
    assertThat(pool("AveragePool", 10, 0, 1).type()).hasToString("F32[N,3,3,2]");
    TestModel rounded = pool("AveragePool", 10, 1, 0);
    Window window = new Window(List.of(2, 3), ZEROS, List.of(1, 1), ONES);
    assertThat(rounded.op()).isEqualTo(new Pool(OpKind.AVERAGE_POOL, List.of(2, 3), window, false));
    assertThat(rounded.type()).hasToString("F32[N,3,4,3]");
    assertThat(pool("AveragePool", 10, 1, 1).type()).hasToString("F32[N,3,4,3]");
    assertThatThrownBy(() -> pool("AveragePool", 9, 0, 1).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'ceil_mode' does not exist");
  }

  @Test
  void aWindowThatWouldStartInPaddingIsLeftOut() {
    TestModel pool =
        TestModel.onnx(12)
            .single(
                "MaxPool",
                FLOAT,
                List.of(1, 1, 2, 2),
                integers("kernel_shape", 1, 1),
                integers("strides", 2, 2),
                integer("ceil_mode", 1));
    assertThat(pool.type()).hasToString("F32[1,1,1,1]");
  }

  @ParameterizedTest
  @CsvSource({"GlobalAveragePool,REDUCE_MEAN", "GlobalMaxPool,REDUCE_MAX"})
  void globalPoolingsKeepTheAxes(String op, OpKind kind) {
    TestModel pool = TestModel.onnx(13).single(op, FLOAT, IMAGE);
    assertThat(pool.op().kind()).isEqualTo(kind);
    assertThat(pool.type()).hasToString("F32[N,3,1,1]");
  }

  @ParameterizedTest
  @CsvSource({"MaxPool,0", "MaxPool,1", "AveragePool,0", "AveragePool,1", "LpPool,0", "LpPool,1"})
  void poolsDoNotCutOff(String op, int ceil) {
    TestModel model =
        TestModel.onnx(22)
            .input("x", FLOAT, 1, 1, 4, 4)
            .node(
                op,
                "x",
                "y",
                integers("kernel_shape", 2, 2),
                integers("pads", 0, 0, -1, 0),
                integer("ceil_mode", ceil))
            .output("y");
    assertThatThrownBy(model::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("pads should not be negative");
  }

  /** The counts of cells are as large as the axes, not as their product. */
  @Test
  void meansThatCountPaddingTakeLargeImages() {
    TestModel model =
        TestModel.onnx(19)
            .input("x", FLOAT, 1, 1, 60_001, 60_001)
            .node(
                "AveragePool",
                "x",
                "y",
                integers("kernel_shape", 3, 3),
                integers("strides", 2, 2),
                integers("pads", 0, 0, 1, 0),
                integer("ceil_mode", 1),
                integer("count_include_pad", 1))
            .output("y");
    assertThat(model.type()).hasToString("F32[1,1,30001,30000]");
  }
}
