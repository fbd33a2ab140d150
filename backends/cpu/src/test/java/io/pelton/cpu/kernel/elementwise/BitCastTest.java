package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ElementwiseOp.BitCast;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class BitCastTest {
  @Test
  void floatsAreReadAsTheirBits() {
    float[] floats = {1, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MIN_VALUE};
    Tensor bits = Cpu.evaluate(new BitCast(DType.I32), Tensor.of(floats, 5));
    assertThat(bits.toLongs())
        .containsExactly(0x3f800000, Integer.MIN_VALUE, 0x7fc00000, 0xff800000, 1);
    assertThat(Cpu.evaluate(new BitCast(DType.F32), bits).toFloats()).containsExactly(floats);
    Tensor wide = Cpu.evaluate(new BitCast(DType.U64), Tensor.of(new double[] {-2}, 1));
    assertThat(wide.toLongs()).containsExactly(0xc000000000000000L);
    assertThat(Cpu.evaluate(new BitCast(DType.F64), wide).toDoubles()).containsExactly(-2);
    Tensor half = Tensor.wrap(DType.F16, new short[] {0x3c00}, 1);
    assertThat(Cpu.evaluate(new BitCast(DType.I16), half).toLongs()).containsExactly(0x3c00);
    assertThat(Cpu.evaluate(new BitCast(DType.BF16), half).toFloats())
        .containsExactly(Float.intBitsToFloat(0x3c000000));
  }

  @Test
  void signsOfIntegersAreReadAnew() {
    Tensor bytes = Tensor.wrap(DType.I8, new byte[] {-1, 127, -128}, 3);
    assertThat(Cpu.evaluate(new BitCast(DType.U8), bytes).toLongs()).containsExactly(255, 127, 128);
  }

  @Test
  void viewsOfManyBlocksComeBack() {
    for (List<DType> pair :
        List.of(
            List.of(DType.I32, DType.F32),
            List.of(DType.I64, DType.F64),
            List.of(DType.I16, DType.F16))) {
      Tensor x = new RandomTensors(7).packed(pair.get(0), 70, 50);
      Tensor turned = new Tensor(x.storage(), x.layout().permute(1, 0));
      Tensor cast = Cpu.evaluate(new BitCast(pair.get(1)), turned);
      assertThat(cast.dims()).containsExactly(50, 70);
      assertThat(Cpu.evaluate(new BitCast(pair.get(0)), cast).toLongs())
          .isEqualTo(turned.toLongs());
    }
  }

  @Test
  void otherWidthsAreRefused() {
    Tensor x = Tensor.of(new float[2], 2);
    assertThatThrownBy(() -> Cpu.evaluate(new BitCast(DType.I64), x))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("as many bits but are F32 and I64");
    assertThatThrownBy(() -> Cpu.evaluate(new BitCast(DType.STRING), x))
        .hasMessageContaining("is not defined from F32 to STRING");
  }
}
