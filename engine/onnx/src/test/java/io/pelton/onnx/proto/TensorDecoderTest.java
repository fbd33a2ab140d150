package io.pelton.onnx.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.MalformedValue;
import io.pelton.onnx.TestModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way in which files hold tensors. */
class TensorDecoderTest {
  private static final int ELEMENTS = 5;

  private static Tensor decode(TensorProto.Builder tensor) {
    return new TensorDecoder("m", ExternalData.nowhere()).decode(tensor.build(), "t");
  }

  private static int code(DType dtype) {
    for (int code = 1; code <= 26; code++) {
      if (ElementTypes.of(code).orElseThrow() == dtype) {
        return code;
      }
    }
    throw new AssertionError(dtype + " has no number");
  }

  @Test
  void numbersOfElementTypesAreTheStandards() {
    assertThat(ElementTypes.of(0)).isEmpty();
    assertThat(ElementTypes.of(27)).isEmpty();
    assertThat(ElementTypes.of(-1)).isEmpty();
    assertThat(ElementTypes.of(1L << 32 | 1)).isEmpty();
    assertThat(code(DType.F32)).isEqualTo(1);
    assertThat(code(DType.STRING)).isEqualTo(8);
    assertThat(code(DType.F64)).isEqualTo(11);
    assertThat(code(DType.BF16)).isEqualTo(16);
    assertThat(code(DType.I4)).isEqualTo(22);
    assertThat(code(DType.F8E8M0)).isEqualTo(24);
    assertThat(code(DType.I2)).isEqualTo(26);
    assertThat(ElementTypes.of("FLOAT")).contains(DType.F32);
    assertThat(ElementTypes.of("float")).isEmpty();
  }

  /** The same bits in raw data and in the typed field give the same elements. */
  @ParameterizedTest
  @EnumSource(value = DType.class, mode = EnumSource.Mode.EXCLUDE, names = "STRING")
  void rawAndTypedDataAgree(DType dtype) {
    int slots = Math.toIntExact(dtype.carrierSlots(ELEMENTS));
    TensorProto.Builder typed = TestModel.tensor("t", code(dtype), ELEMENTS);
    ByteBuffer raw =
        ByteBuffer.allocate(slots * dtype.carrier().width()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < slots; i++) {
      int bits = dtype == DType.BOOL ? i % 2 : 0x5a - 37 * i;
      switch (TypedElements.field(dtype)) {
        case "float_data" -> {
          typed.addFloatData(i + 0.25f);
          raw.putFloat(i + 0.25f);
        }
        case "double_data" -> {
          typed.addDoubleData(i + 0.1);
          raw.putDouble(i + 0.1);
        }
        case "int64_data" -> {
          typed.addInt64Data(Long.MIN_VALUE + i);
          raw.putLong(Long.MIN_VALUE + i);
        }
        case "uint64_data" -> {
          typed.addUint64Data(dtype == DType.U32 ? bits & 0xffffffffL : -1L - i);
          if (dtype == DType.U32) {
            raw.putInt(bits);
          } else {
            raw.putLong(-1L - i);
          }
        }
        default -> {
          typed.addInt32Data(dtype.kind() == DType.Kind.SIGNED ? bits : bits & 0xffff);
          switch (dtype.carrier().width()) {
            case 1 -> raw.put((byte) bits);
            case 2 -> raw.putShort((short) bits);
            default -> raw.putInt(bits);
          }
        }
      }
    }
    Tensor fromTyped = decode(typed);
    Tensor fromRaw =
        decode(
            TestModel.tensor("t", code(dtype), ELEMENTS)
                .setRawData(ByteString.copyFrom(raw.array())));
    assertThat(fromTyped.dtype()).isEqualTo(dtype);
    assertThat(fromTyped.dims()).containsExactly(ELEMENTS);
    assertThat(((HeapStorage) fromTyped.storage()).array())
        .isEqualTo(((HeapStorage) fromRaw.storage()).array());
  }

  @Test
  void valuesComeOutAsTheyWentIn() {
    TensorProto.Builder halves = TestModel.tensor("t", TestModel.FLOAT16, 2, 1);
    halves.addInt32Data(0x3c00).addInt32Data(0xc000);
    assertThat(decode(halves).toFloats()).containsExactly(1, -2);
    TensorProto.Builder nibbles = TestModel.tensor("t", code(DType.I4), 3);
    nibbles.addInt32Data(0xf1).addInt32Data(0x08);
    assertThat(decode(nibbles).toLongs()).containsExactly(1, -1, -8);
    TensorProto.Builder unsigned = TestModel.tensor("t", code(DType.U8), 1).addInt32Data(200);
    assertThat(decode(unsigned).toLongs()).containsExactly(200);
    TensorProto.Builder scalar = TestModel.tensor("t", TestModel.INT64).addInt64Data(7);
    assertThat(decode(scalar).dims()).isEmpty();
    assertThat(decode(scalar).toLongs()).containsExactly(7);
  }

  @Test
  void booleansAreZeroOrOne() {
    TensorProto.Builder typed = TestModel.tensor("t", TestModel.BOOL, 3);
    typed.addInt32Data(0).addInt32Data(256).addInt32Data(-1);
    assertThat(decode(typed).toLongs()).containsExactly(0, 1, 1);
    TensorProto.Builder raw = TestModel.tensor("t", TestModel.BOOL, 2);
    raw.setRawData(ByteString.copyFrom(new byte[] {0, 5}));
    assertThat(decode(raw).toLongs()).containsExactly(0, 1);
  }

  @Test
  void stringsKeepTheirBytes() {
    ByteString invalid = ByteString.copyFrom(new byte[] {(byte) 0xff, 'a'});
    TensorProto.Builder tensor = TestModel.tensor("t", TestModel.STRING, 1, 3);
    tensor.addStringData(ByteString.copyFromUtf8("Zürich"));
    tensor.addStringData(ByteString.EMPTY);
    tensor.addStringData(invalid);
    Tensor decoded = decode(tensor);
    assertThat(decoded.dims()).containsExactly(1, 3);
    assertThat(decoded.toStrings()).startsWith("Zürich", "");
    assertThat(((StringStorage) decoded.storage()).utf8(2)).isEqualTo(invalid.toByteArray());
  }

  @Test
  void emptyTensorsNeedNoData() {
    assertThat(decode(TestModel.tensor("t", TestModel.FLOAT, 0, 3)).toFloats()).isEmpty();
    assertThat(decode(TestModel.tensor("t", TestModel.STRING, 0)).toStrings()).isEmpty();
    TensorProto.Builder raw = TestModel.tensor("t", TestModel.FLOAT, 2, 0);
    assertThat(decode(raw.setRawData(ByteString.EMPTY)).dims()).containsExactly(2, 0);
  }

  @Test
  void contradictionsAreRefused() {
    List<String> messages = new ArrayList<>();
    for (TensorProto.Builder tensor :
        List.of(
            TestModel.tensor("t", TestModel.FLOAT, 2).addFloatData(1),
            TestModel.tensor("t", TestModel.FLOAT, 1).addDoubleData(1),
            TestModel.tensor("t", TestModel.FLOAT, 1).setRawData(ByteString.copyFrom(new byte[3])),
            TestModel.tensor("t", TestModel.FLOAT, 1)
                .addFloatData(1)
                .setRawData(ByteString.copyFrom(new byte[4])),
            TestModel.tensor("t", TestModel.FLOAT, -1).addFloatData(1),
            TestModel.tensor("t", TestModel.STRING, 1).setRawData(ByteString.copyFromUtf8("a")),
            TestModel.tensor("t", TestModel.STRING, 1).addInt32Data(1),
            TestModel.tensor("t", TestModel.STRING, 2).addStringData(ByteString.EMPTY),
            TestModel.tensor("t", 0, 1).addFloatData(1),
            TestModel.tensor("t", 99, 1).addFloatData(1),
            TestModel.tensor("t", TestModel.FLOAT, 1L << 62, 4),
            TestModel.tensor("t", TestModel.FLOAT, 0, 1L << 62, 4),
            TestModel.tensor("t", TestModel.FLOAT, 1)
                .addFloatData(1)
                .setSegment(TensorProto.Segment.newBuilder().setBegin(0).setEnd(1)))) {
      assertThatThrownBy(() -> decode(tensor))
          .isInstanceOfSatisfying(MalformedValue.class, error -> messages.add(error.reason()));
    }
    assertThat(messages)
        .containsExactly(
            "2 elements take 2 entries of float_data but 1 are stored",
            "F32 is stored in float_data but it has double_data",
            "1 elements of F32 take 4 bytes but 3 are stored",
            "it has both raw data and [float_data]",
            "its shape [-1] has a negative length",
            "strings are stored in string_data but it has raw_data",
            "strings are stored in string_data but it has int32_data",
            "2 strings are declared but 1 are stored",
            "its element type 0 is not known",
            "its element type 99 is not known",
            "its shape [4611686018427387904, 4] is above 2^31-1 elements",
            "its shape [0, 4611686018427387904, 4] is above 2^31-1 elements",
            "it is stored in segments, which are not supported");
  }
}
