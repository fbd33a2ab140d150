package io.pelton.cpu.kernel.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.SpreadOp.ConvTranspose;
import io.pelton.engine.graph.SpreadOp.MaxUnpool;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConvTransposeTest {
  private static final int SEEDS = 40;

  /** One spatial axis, of which the kernel knows nothing. */
  private static double[] nested(
      double[] x, double[] w, double[] bias, int[] lengths, Window window, int group) {
    int images = lengths[0];
    int channels = lengths[1];
    int places = lengths[2];
    int each = lengths[3];
    int kernel = lengths[4];
    int outputs = lengths[5];
    double[] y = new double[images * each * group * outputs];
    for (int image = 0; image < images; image++) {
      for (int channel = 0; channel < channels; channel++) {
        for (int m = 0; m < each; m++) {
          int to = (image * group + channel / (channels / group)) * each + m;
          for (int k = 0; k < kernel; k++) {
            for (int place = 0; place < places; place++) {
              int at =
                  place * window.strides().get(0)
                      + k * window.dilations().get(0)
                      - window.padsBegin().get(0);
              if (at >= 0 && at < outputs) {
                y[to * outputs + at] =
                    Math.fma(
                        w[(channel * each + m) * kernel + k],
                        x[(image * channels + channel) * places + place],
                        y[to * outputs + at]);
              }
            }
          }
        }
      }
    }
    for (int i = 0; i < y.length; i++) {
      y[i] += bias[i / outputs % (each * group)];
    }
    return y;
  }

  @Test
  void sumsHaveTheBitsOfNestedLoops() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int group = 1 + random.nextInt(2);
      int channels = group * (1 + random.nextInt(2));
      int each = 1 + random.nextInt(2);
      int kernel = 1 + random.nextInt(3);
      int places = 1 + random.nextInt(4);
      int images = random.nextInt(3);
      int extra = random.nextInt(2);
      int pad = random.nextInt(2);
      Window window =
          new Window(
              List.of(1 + random.nextInt(3)),
              List.of(pad),
              List.of(0),
              List.of(1 + random.nextInt(2)));
      int reach = (kernel - 1) * window.dilations().get(0) + 1;
      int outputs = (places - 1) * window.strides().get(0) + reach + extra - pad;
      Tensor x = Decomposed.numbers(tensors, DType.F64, images, channels, places);
      Tensor w = Decomposed.numbers(tensors, DType.F64, channels, each, kernel);
      Tensor bias = Decomposed.numbers(tensors, DType.F64, (long) each * group);
      Tensor found = Cpu.evaluate(new ConvTranspose(window, List.of(extra), group), x, w, bias);
      assertThat(found.dims()).containsExactly(images, (long) each * group, outputs);
      int[] lengths = {images, channels, places, each, kernel, outputs};
      assertThat(found.toDoubles())
          .as("seed %d", seed)
          .isEqualTo(
              nested(x.toDoubles(), w.toDoubles(), bias.toDoubles(), lengths, window, group));
    }
  }

  @Test
  void channelsHaveToDivideIntoGroups() {
    Tensor x = Tensor.of(new float[6], 1, 3, 2);
    Tensor w = Tensor.of(new float[6], 3, 1, 2);
    ConvTranspose op = new ConvTranspose(Window.plain(1), List.of(0), 2);
    assertThatThrownBy(() -> Cpu.evaluate(op, x, w))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("3 channels do not divide into 2 groups");
  }

  @Test
  void indicesOfALargerOutputCountTheInnerPart() {
    Tensor x = Tensor.of(new float[] {5, 6}, 1, 1, 1, 2);
    Tensor indices = Tensor.of(new long[] {3, 4}, 1, 1, 1, 2);
    Window window = new Window(List.of(2, 2), List.of(0, 0), List.of(0, 0), List.of(1, 1));
    MaxUnpool op = new MaxUnpool(List.of(2, 2), window);
    assertThat(Cpu.evaluate(op, x, indices).toDoubles()).containsExactly(0, 0, 0, 5, 6, 0, 0, 0);
    Tensor shape = Tensor.of(new long[] {1, 1, 2, 5}, 4);
    assertThat(Cpu.evaluate(op, x, indices, shape).toDoubles())
        .containsExactly(0, 0, 0, 5, 0, 6, 0, 0, 0, 0);
    Tensor outside = Tensor.of(new long[] {3, 8}, 1, 1, 1, 2);
    assertThatThrownBy(() -> Cpu.evaluate(op, x, outside))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("index 8 is outside");
  }
}
