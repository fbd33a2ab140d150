package io.pelton.onnx.proto;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConstantArenasTest {
  private static final int SHARED = 20_000;

  private static TensorProto floats(int elements, float start) {
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * elements).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < elements; i++) {
      bytes.putFloat(start + i);
    }
    return TestModel.tensor("t", TestModel.FLOAT, elements)
        .setRawData(ByteString.copyFrom(bytes.flip()))
        .build();
  }

  private static HeapStorage storage(Tensor tensor) {
    return (HeapStorage) tensor.storage();
  }

  @Test
  void tensorsOfMiddlingSizeFillOneArray() {
    List<TensorProto> protos =
        List.of(floats(SHARED, 0.5f), floats(3, 7), floats(SHARED + 1, -9), floats(SHARED, 100));
    TensorDecoder decoder = new TensorDecoder("m", ExternalData.nowhere(), protos);
    List<Tensor> tensors = protos.stream().map(proto -> decoder.decode(proto, "t")).toList();
    assertThat(tensors.get(0).toFloats()).startsWith(0.5f, 1.5f).endsWith(SHARED - 0.5f);
    assertThat(tensors.get(1).toFloats()).containsExactly(7, 8, 9);
    assertThat(tensors.get(2).toFloats()).startsWith(-9, -8).endsWith(SHARED - 9).hasSize(20_001);
    assertThat(tensors.get(3).toFloats()).startsWith(100, 101).endsWith(SHARED + 99);
    HeapStorage first = storage(tensors.get(0));
    assertThat(first.floats()).hasSize(3 * SHARED + 1);
    assertThat(storage(tensors.get(2)).floats()).isSameAs(first.floats());
    assertThat(storage(tensors.get(3)).floats()).isSameAs(first.floats());
    assertThat(storage(tensors.get(1)).floats()).as("too small to share").hasSize(3);
  }

  @Test
  void whatWasNotExpectedHasAnArrayOfItsOwn() {
    List<TensorProto> expected = List.of(floats(SHARED, 1));
    TensorDecoder decoder = new TensorDecoder("m", ExternalData.nowhere(), expected);
    HeapStorage first = storage(decoder.decode(expected.get(0), "t"));
    Tensor more = decoder.decode(floats(SHARED, 2), "t");
    assertThat(storage(more).floats()).isNotSameAs(first.floats()).hasSize(SHARED);
    assertThat(more.toFloats()).startsWith(2, 3);
  }

  /** The limits are those of the bytes, for every carrier. */
  @Test
  void dtypesOfOneCarrierShare() {
    TensorProto signed = bytes(DType.I8, 1);
    TensorProto unsigned = bytes(DType.U8, 2);
    TensorProto nibbles = bytes(DType.U4, 3);
    ConstantArenas arenas = new ConstantArenas(List.of(signed, unsigned, nibbles));
    HeapStorage first = arenas.allocate(DType.I8, 1 << 16);
    HeapStorage second = arenas.allocate(DType.U8, 1 << 16);
    assertThat(second.bytes()).isSameAs(first.bytes()).hasSize(1 << 17);
    assertThat(second.base()).isEqualTo(1 << 16);
    HeapStorage third = arenas.allocate(DType.U4, 1 << 17);
    assertThat(third.bytes()).as("parts of bytes begin arrays").hasSize(1 << 16);
  }

  private static TensorProto bytes(DType dtype, int value) {
    byte[] data = new byte[1 << 16];
    data[0] = (byte) value;
    int code =
        switch (dtype) {
          case I8 -> 3;
          case U8 -> 2;
          default -> 21;
        };
    return TestModel.tensor("t", code, 8L * data.length / dtype.bits())
        .setRawData(ByteString.copyFrom(data))
        .build();
  }

  @Test
  void largeTensorsHaveArraysOfTheirOwn() {
    int large = (16 << 20) / Float.BYTES;
    TensorProto proto = floats(large + 1, 0);
    ConstantArenas arenas = new ConstantArenas(List.of(proto, floats(SHARED, 0)));
    assertThat(Array.getLength(arenas.allocate(DType.F32, large + 1).array())).isEqualTo(large + 1);
    assertThat(Array.getLength(arenas.allocate(DType.F32, SHARED).array())).isEqualTo(SHARED);
  }

  @Test
  void aFullArrayIsFollowedByAnother() {
    int most = (16 << 20) / Float.BYTES;
    TensorProto proto = floats(most, 0);
    ConstantArenas arenas = new ConstantArenas(List.of(proto, proto, proto, proto, proto));
    HeapStorage first = arenas.allocate(DType.F32, most);
    for (int i = 1; i < 4; i++) {
      assertThat(arenas.allocate(DType.F32, most).array()).isSameAs(first.array());
    }
    HeapStorage last = arenas.allocate(DType.F32, most);
    assertThat(last.array()).isNotSameAs(first.array());
    assertThat(Array.getLength(last.array())).isEqualTo(most);
  }
}
