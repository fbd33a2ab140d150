package io.pelton.arrow;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;

/** From each column type to each input dtype: one rounding, and nothing that does not fit. */
class ConversionTest extends AllocatorTestBase {
  private static final List<DType> INTEGERS =
      List.of(DType.I8, DType.I16, DType.I32, DType.I64, DType.U8, DType.U16, DType.U32, DType.U64);

  private <T> T bound(ArrowBatch batch, DType target, Function<Tensor, T> read) {
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", target, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "a")));
    try (BoundBatch bound = binder.bind(batch)) {
      return read.apply(bound.tensors().get(0));
    }
  }

  private ArrowBatch column(DType dtype, Object... values) {
    Object[][] rows = new Object[values.length][];
    for (int i = 0; i < values.length; i++) {
      rows[i] = row(values[i]);
    }
    return batch(allocator, schema(field("a", dtype)), rows);
  }

  private static long lowest(DType dtype) {
    return dtype.kind() == DType.Kind.UNSIGNED ? 0 : -1L << (dtype.bits() - 1);
  }

  private static long highest(DType dtype) {
    boolean unsigned = dtype.kind() == DType.Kind.UNSIGNED;
    if (dtype.bits() == 64) {
      return Long.MAX_VALUE;
    }
    return (1L << (dtype.bits() - (unsigned ? 0 : 1))) - 1;
  }

  @Test
  void integersConvertWhereTheyFit() {
    for (DType from : INTEGERS) {
      for (DType to : INTEGERS) {
        for (long value : new long[] {lowest(from), highest(from), 0, 1}) {
          try (ArrowBatch batch = column(from, 7L, value)) {
            if (value >= lowest(to) && value <= highest(to)) {
              assertThat(bound(batch, to, Tensor::toLongs))
                  .as("%s to %s", from, to)
                  .containsExactly(7L, value);
            } else {
              assertThatThrownBy(() -> bound(batch, to, Tensor::toLongs))
                  .as("%s to %s", from, to)
                  .isInstanceOf(ValueOutOfRange.class)
                  .hasMessageContaining("row 1: " + value + " does not fit " + to);
            }
          }
        }
      }
    }
  }

  @Test
  void unsignedNumbersAboveTheSignedRangeAreNotNegative() {
    UInt8Vector vector = new UInt8Vector("a", allocator.arrow());
    vector.allocateNew(1);
    vector.set(0, -1L);
    vector.setValueCount(1);
    try (ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(vector))) {
      assertThat(bound(batch, DType.U64, Tensor::toLongs)).containsExactly(-1L);
      assertThat(bound(batch, DType.F64, Tensor::toDoubles)).containsExactly(0x1p64);
      assertThat(bound(batch, DType.F32, Tensor::toFloats)).containsExactly(0x1p64f);
      assertThatThrownBy(() -> bound(batch, DType.I64, Tensor::toLongs))
          .isInstanceOf(ValueOutOfRange.class)
          .hasMessageContaining("18446744073709551615 does not fit I64");
    }
  }

  @Test
  void integersRoundToFloatsOnce() {
    Random random = new Random(1);
    Object[] values = new Object[2000];
    for (int i = 0; i < values.length; i++) {
      long bits = random.nextLong() >> random.nextInt(64);
      // close to a tie of 24 bits, where rounding twice goes wrong
      values[i] = i % 2 == 0 ? bits : (bits & ~0xffffL) + 0x8000 + random.nextInt(3) - 1;
    }
    try (ArrowBatch batch = column(DType.I64, values)) {
      float[] floats = bound(batch, DType.F32, Tensor::toFloats);
      double[] doubles = bound(batch, DType.F64, Tensor::toDoubles);
      for (int i = 0; i < values.length; i++) {
        BigDecimal exact = new BigDecimal(BigInteger.valueOf((Long) values[i]));
        assertThat(floats[i]).isEqualTo(exact.floatValue());
        assertThat(doubles[i]).isEqualTo(exact.doubleValue());
      }
    }
  }

  @Test
  void integersRoundToBrainFloatsOnce() {
    Random random = new Random(2);
    Object[] values = new Object[2000];
    for (int i = 0; i < values.length; i++) {
      long top = (0x80L | random.nextInt(128)) << 55;
      long tie = top >>> 1 | 1L << 53;
      values[i] = (random.nextBoolean() ? 1 : -1) * (tie + random.nextInt(3) - 1);
    }
    try (ArrowBatch batch = column(DType.I64, values)) {
      short[] found =
          bound(batch, DType.BF16, tensor -> ((HeapStorage) tensor.storage()).shorts().clone());
      for (int i = 0; i < values.length; i++) {
        assertThat(Half.bf16ToFloat(found[i]))
            .as(values[i].toString())
            .isEqualTo(nearestBrainFloat((Long) values[i]));
      }
    }
  }

  /** By comparing the two neighbours exactly. */
  private static float nearestBrainFloat(long value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    int bits = Float.floatToRawIntBits((float) value) & 0xffff0000;
    float best = Float.NaN;
    BigDecimal least = null;
    for (int step = -1; step <= 1; step++) {
      int candidate = bits + (step << 16);
      BigDecimal distance = new BigDecimal(Float.intBitsToFloat(candidate)).subtract(exact).abs();
      int order = least == null ? -1 : distance.compareTo(least);
      if (order < 0 || (order == 0 && (candidate >> 16 & 1) == 0)) {
        least = distance;
        best = Float.intBitsToFloat(candidate);
      }
    }
    return best;
  }

  @Test
  void floatsRoundOnce() {
    Object[] values = {
      0.1000000000001, 0.1, 1e300, -1e300, Double.NaN, -0.0, Double.MIN_VALUE, 2049.0, 65519.999
    };
    try (ArrowBatch batch = column(DType.F64, values)) {
      float[] floats = bound(batch, DType.F32, Tensor::toFloats);
      float[] halves = bound(batch, DType.F16, Tensor::toFloats);
      for (int i = 0; i < values.length; i++) {
        double value = (Double) values[i];
        assertThat(floats[i]).isEqualTo(Float.valueOf((float) value));
        assertThat(halves[i]).isEqualTo(Float.valueOf(Half.f16ToFloat(Half.doubleToF16(value))));
      }
    }
    try (ArrowBatch batch = column(DType.F16, 1.5, 65504, -0.0)) {
      assertThat(bound(batch, DType.F64, Tensor::toDoubles)).containsExactly(1.5, 65504, -0.0);
    }
  }

  @Test
  void truthValuesAreZeroAndOne() {
    Object[] values = new Object[1000];
    long[] expected = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 3 == 0;
      expected[i] = i % 3 == 0 ? 1 : 0;
    }
    try (ArrowBatch batch = column(DType.BOOL, values)) {
      assertThat(bound(batch, DType.BOOL, Tensor::toLongs)).containsExactly(expected);
      assertThat(bound(batch, DType.I32, Tensor::toLongs)).containsExactly(expected);
      try (ArrowBatch slice = batch.slice(3, 700)) {
        assertThat(bound(slice, DType.BOOL, Tensor::toLongs))
            .containsExactly(Arrays.copyOfRange(expected, 3, 703));
      }
    }
  }

  private MemorySpace space(ArrowBatch batch, DType dtype) {
    return bound(batch, dtype, tensor -> tensor.storage().space());
  }

  @Test
  void everyViewedTypeIsReadInPlace() {
    for (DType dtype : INTEGERS) {
      try (ArrowBatch batch = column(dtype, 1, 2, 3)) {
        assertThat(space(batch, dtype)).as("%s", dtype).isEqualTo(MemorySpace.NATIVE);
      }
    }
    for (DType dtype : List.of(DType.F16, DType.F32, DType.F64)) {
      try (ArrowBatch batch = column(dtype, 1.5, -2)) {
        assertThat(bound(batch, dtype, Tensor::toDoubles)).containsExactly(1.5, -2);
        assertThat(space(batch, dtype)).isEqualTo(MemorySpace.NATIVE);
      }
    }
  }
}
