package io.pelton.onnx.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.MalformedValue;
import io.pelton.onnx.TestModel;
import org.junit.jupiter.api.Test;

class SparseDecoderTest {
  private static final TensorProto VALUES = TestModel.floats("s", new float[] {5, 7}, 2);

  @Test
  void elementsThatAreNotStoredAreZero() {
    Tensor byPlace = decode(VALUES, TestModel.longs("", new long[] {1, 5}, 2), 2, 3);
    assertThat(byPlace.dims()).containsExactly(2, 3);
    assertThat(byPlace.toFloats()).containsExactly(0, 5, 0, 0, 0, 7);
    Tensor byAxis = decode(VALUES, TestModel.longs("", new long[] {0, 1, 1, 2}, 2, 2), 2, 3);
    assertThat(byAxis.toFloats()).containsExactly(0, 5, 0, 0, 0, 7);
    Tensor longs =
        decode(TestModel.longs("s", new long[] {-1}, 1), TestModel.longs("", new long[] {2}, 1), 3);
    assertThat(longs.dtype()).isEqualTo(DType.I64);
    assertThat(longs.toLongs()).containsExactly(0, 0, -1);
  }

  @Test
  void nothingStoredIsAllZeros() {
    TensorProto values = TestModel.floats("s", new float[0], 0);
    TensorProto places = TestModel.longs("", new long[0], 0);
    assertThat(decode(values, places, 2, 2).toFloats()).containsExactly(0, 0, 0, 0);
    assertThat(decode(values, places, 0, 5).dims()).containsExactly(0, 5);
  }

  @Test
  void contradictionsAreRefused() {
    refuse("outside", VALUES, TestModel.longs("", new long[] {1, 6}, 2), 2, 3);
    refuse("outside", VALUES, TestModel.longs("", new long[] {-1, 2}, 2), 2, 3);
    refuse("outside", VALUES, TestModel.longs("", new long[] {0, 3, 1, 0}, 2, 2), 2, 3);
    refuse("not in order", VALUES, TestModel.longs("", new long[] {2, 2}, 2), 2, 3);
    refuse("indices of shape [3]", VALUES, TestModel.longs("", new long[] {1, 2, 3}, 3), 2, 3);
    refuse("not I64", VALUES, TestModel.floats("", new float[] {1, 2}, 2), 2, 3);
    refuse("negative length", VALUES, TestModel.longs("", new long[] {1, 2}, 2), -2, 3);
    refuse("2^31-1", VALUES, TestModel.longs("", new long[] {1, 2}, 2), 1L << 20, 1L << 20);
    TensorProto strings =
        TensorProto.newBuilder().setName("s").setDataType(TestModel.STRING).addDims(0).build();
    refuse("STRING", strings, TestModel.longs("", new long[0], 0), 3);
  }

  /** A few bytes of a file must not ask for gigabytes. */
  @Test
  void declaringFarMoreThanIsStoredIsRefused() {
    refuse("declares 1073741824", VALUES, TestModel.longs("", new long[] {1, 2}, 2), 1L << 30);
  }

  /** Nor must many tensors of a few bytes each. */
  @Test
  void whatIsNotStoredIsLimitedForAllTensorsTogether() {
    TensorDecoder model = new TensorDecoder("test", ExternalData.nowhere());
    TensorProto places = TestModel.longs("", new long[] {1, 2}, 2);
    assertThat(decode(model, VALUES, places, 1 << 24).dims()).containsExactly(1 << 24);
    assertThat(decode(model, VALUES, places, 1 << 11).dims()).containsExactly(1 << 11);
    assertThatThrownBy(() -> decode(model, VALUES, places, 1 << 13))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("declares 8192 elements but stores 2");
  }

  private static void refuse(String reason, TensorProto values, TensorProto indices, long... dims) {
    assertThatThrownBy(() -> decode(values, indices, dims))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("'s'")
        .hasMessageContaining(reason);
  }

  private static Tensor decode(TensorProto values, TensorProto indices, long... dims) {
    return decode(new TensorDecoder("test", ExternalData.nowhere()), values, indices, dims);
  }

  private static Tensor decode(
      TensorDecoder tensors, TensorProto values, TensorProto indices, long... dims) {
    SparseTensorProto.Builder sparse =
        SparseTensorProto.newBuilder().setValues(values).setIndices(indices);
    for (long dim : dims) {
      sparse.addDims(dim);
    }
    return new SparseDecoder(tensors).decode(sparse.build(), "s");
  }
}
