package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.graph.ConvOp.PoolWithIndices;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.graph.Window;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedNodes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageOperatorsTest {
  private static final List<Integer> ONES = List.of(1, 1);

  private static TestModel image(long opset, Object... dims) {
    return TestModel.onnx(opset).input("x", FLOAT, dims).output("y");
  }

  @Test
  void axesOfScaleOneStayAsTheyAre() {
    TestModel resize =
        image(19, "N", 3, 4, 5)
            .initializer("scales", new float[] {1, 1, 2, 1}, 4)
            .node("Resize", "x,,scales", "y");
    assertThat(((Resample) resize.op()).axis()).isEqualTo(2);
    assertThat(resize.type()).hasToString("F32[N,3,8,5]");
  }

  @Test
  void lengthsAreRoundedDown() {
    TestModel resize =
        image(11, "N", 3, 10, 5)
            .initializer("roi", new float[0], 0)
            .initializer("scales", new float[] {1, 1, 0.7f, 0.5f}, 4)
            .node("Resize", "x,roi,scales", "y", text("mode", "linear"));
    assertThat(resize.type()).hasToString("F32[N,3,7,2]");
  }

  @ParameterizedTest
  @CsvSource({"stretch,'7,8'", "not_larger,'7,7'", "not_smaller,'8,8'"})
  void oneScaleMayHaveToFitAllAxes(String policy, String lengths) {
    TestModel resize =
        image(19, "N", 3, 2, 2)
            .initializer("sizes", new long[] {7, 8}, 2)
            .node(
                "Resize",
                "x,,,sizes",
                "y",
                integers("axes", 2, -1),
                text("keep_aspect_ratio_policy", policy));
    assertThat(resize.type()).hasToString("F32[N,3," + lengths + "]");
  }

  @Test
  void rowsStayApartBesideScalesOfALaterRun() {
    TestModel resize =
        image(19, "N", 3, "H", "W")
            .input("scales", FLOAT, 2)
            .node("Resize", "x,,scales", "y", integers("axes", 2, 3));
    assertThat(resize.type().toString()).startsWith("F32[N,3,");
  }

  @Test
  void eitherScalesOrSizesAreNeeded() {
    TestModel neither = image(19, 1, 1, 2, 2).node("Resize", "x", "y");
    assertThatThrownBy(neither::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("either scales or sizes");
    TestModel both =
        image(19, 1, 1, 2, 2)
            .initializer("scales", new float[] {1, 1, 2, 2}, 4)
            .initializer("sizes", new long[] {1, 1, 4, 4}, 4)
            .node("Resize", "x,,scales,sizes", "y");
    assertThatThrownBy(both::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("either scales or sizes");
  }

  @Test
  void modesExistInTheirOpsets() {
    TestModel symmetric =
        image(18, 1, 1, 2, 2)
            .initializer("scales", new float[] {1, 1, 2, 2}, 4)
            .node(
                "Resize",
                "x,,scales",
                "y",
                text("coordinate_transformation_mode", "half_pixel_symmetric"));
    assertThatThrownBy(symmetric::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("there is no 'half_pixel_symmetric' in opset 18");
  }

  private static TestModel transposed(Object... dims) {
    return image(11, dims).initializer("w", new float[2 * 3 * 3 * 3], 2, 3, 3, 3);
  }

  @ParameterizedTest
  @CsvSource({"SAME_UPPER,0,1", "SAME_LOWER,1,0", "NOTSET,1,0"})
  void theOutputShapeChoosesPads(String mode, int before, int after) {
    TestModel conv =
        transposed("N", 2, 4, 4)
            .node(
                "ConvTranspose",
                "x,w",
                "y",
                integers("strides", 2, 2),
                integers("output_shape", 8, 8),
                text("auto_pad", mode));
    Window window = new Window(List.of(2, 2), List.of(before, before), List.of(after, after), ONES);
    assertThat(conv.op()).isEqualTo(new ConvTranspose(window, List.of(0, 0), 1));
    assertThat(conv.type()).hasToString("F32[N,3,8,8]");
  }

  @Test
  void anOutputBeyondTheKernelsHasNothingThere() {
    TestModel conv =
        transposed("N", 2, 4, 4).node("ConvTranspose", "x,w", "y", integers("output_shape", 9, 6));
    assertThat(((ConvTranspose) conv.op()).extra()).containsExactly(3, 0);
    assertThat(conv.type()).hasToString("F32[N,3,9,6]");
  }

  @Test
  void sameNeedsNoFixedLengths() {
    TestModel conv =
        transposed("N", 2, "H", "W")
            .node(
                "ConvTranspose",
                "x,w",
                "y",
                integers("strides", 2, 2),
                text("auto_pad", "SAME_UPPER"));
    assertThat(((ConvTranspose) conv.op()).window().padsEnd()).containsExactly(1, 1);
    TestModel shaped =
        transposed("N", 2, "H", "W")
            .node("ConvTranspose", "x,w", "y", integers("output_shape", 9, 6));
    assertThatThrownBy(shaped::load)
        .isInstanceOf(UnsupportedNodes.class)
        .hasMessageContaining("'output_shape' needs spatial axes of fixed lengths");
  }

  @Test
  void poolingGivesIndicesWhereTheyAreWanted() {
    TestModel pool =
        image(12, "N", 2, 4, 4)
            .output("i")
            .node(
                "MaxPool", "x", "y,i", integers("kernel_shape", 2, 2), integer("storage_order", 1));
    assertThat(pool.op()).isEqualTo(new PoolWithIndices(List.of(2, 2), Window.plain(2), true));
  }

  @Test
  void gridsHaveOneCoordinateAnAxis() {
    TestModel sample =
        image(20, "N", 2, 4, 4)
            .input("grid", FLOAT, "N", 3, 5, 2)
            .node("GridSample", "x,grid", "y");
    assertThat(sample.type()).hasToString("F32[N,2,3,5]");
    TestModel wrong =
        image(20, "N", 2, 4, 4)
            .input("grid", FLOAT, "N", 3, 5, 3)
            .node("GridSample", "x,grid", "y");
    assertThatThrownBy(wrong::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("grid should give 2 coordinates");
    TestModel named =
        image(20, "N", 2, 4, 4)
            .input("grid", FLOAT, "N", 3, 5, 2)
            .node("GridSample", "x,grid", "y", text("mode", "bilinear"));
    assertThatThrownBy(named::load)
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'mode' is 'bilinear'");
  }

  @Test
  void regionsGiveTheRows() {
    TestModel align =
        image(16, 2, 3, 8, 8)
            .input("rois", FLOAT, "R", 4)
            .input("batch", INT64, "R")
            .node(
                "RoiAlign",
                "x,rois,batch",
                "y",
                integer("output_height", 2),
                integer("output_width", 5));
    assertThat(align.type()).hasToString("F32[R,3,2,5]");
  }

  @Test
  void blocksMakeImages() {
    TestModel blocks =
        image(18, "N", 8, 9)
            .initializer("image", new long[] {4, 4}, 2)
            .initializer("block", new long[] {2, 2}, 2)
            .node("Col2Im", "x,image,block", "y");
    assertThat(blocks.type()).hasToString("F32[N,2,4,4]");
  }

  @Test
  void theAxisOfATransformBecameAnInput() {
    TestModel attribute =
        image(17, "N", 8, 6, 1).node("DFT", "x", "y", integer("axis", 2), integer("onesided", 1));
    assertThat(attribute.type()).hasToString("F32[N,8,4,2]");
    TestModel input =
        image(20, "N", 8, 6, 1)
            .initializer("axis", new long[] {1})
            .node("DFT", "x,,axis", "y", integer("onesided", 1));
    assertThat(input.type()).hasToString("F32[N,5,6,2]");
  }

  @Test
  void signalsAreCutIntoParts() {
    TestModel stft =
        image(17, "N", 20, 1)
            .initializer("step", new long[] {4})
            .initializer("window", new float[8], 8)
            .node("STFT", "x,step,window", "y");
    assertThat(stft.type()).hasToString("F32[N,4,5,2]");
  }
}
