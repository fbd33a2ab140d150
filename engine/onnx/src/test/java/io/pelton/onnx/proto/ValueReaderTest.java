package io.pelton.onnx.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.MalformedValue;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnreadableModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values in files of their own. */
class ValueReaderTest {
  private static final ValueType FLOATS = ValueType.tensor(DType.F32, Shape.UNRANKED);
  private static final ValueType SCALAR = ValueType.tensor(DType.F32, Shape.scalar());
  private static final ValueType MAP = new MappingType(DType.I64, SCALAR);
  private static final ValueType TEXT_MAP = new MappingType(DType.STRING, SCALAR);

  @TempDir Path folder;

  /** Writes a message, field by field. */
  private static final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    Message integer(int field, long value) throws IOException {
      out.writeInt64(field, value);
      return this;
    }

    Message text(int field, String value) throws IOException {
      out.writeString(field, value);
      return this;
    }

    Message packed(int field, long... values) throws IOException {
      Message content = new Message();
      for (long value : values) {
        content.out.writeInt64NoTag(value);
      }
      out.writeByteArray(field, content.bytes());
      return this;
    }

    Message message(int field, Message content) throws IOException {
      out.writeByteArray(field, content.bytes());
      return this;
    }

    Message message(int field, MessageLite content) throws IOException {
      out.writeByteArray(field, content.toByteArray());
      return this;
    }

    byte[] bytes() throws IOException {
      out.flush();
      return bytes.toByteArray();
    }
  }

  private static Message scores(float... scores) throws IOException {
    Message sequence = new Message().integer(2, 1);
    for (float score : scores) {
      sequence.message(3, TestModel.floats("", new float[] {score}));
    }
    return sequence;
  }

  @Test
  void tensorsAreReadFromFiles() throws IOException {
    Path file = folder.resolve("input_0.pb");
    Files.write(file, TestModel.floats("x", new float[] {1, 2}, 2, 1).toByteArray());
    Tensor tensor = (Tensor) ValueReader.read(file, FLOATS);
    assertThat(tensor.dims()).containsExactly(2, 1);
    assertThat(tensor.toFloats()).containsExactly(1, 2);
  }

  @Test
  void sequencesOfMapsAreRead() throws IOException {
    Message first = new Message().integer(2, 7).integer(3, 3).integer(3, -7);
    Message second = new Message().text(1, "packed").packed(3, 3, -7);
    byte[] bytes =
        new Message()
            .text(1, "probabilities")
            .integer(2, 4)
            .message(6, first.message(5, scores(0.25f, 0.75f)))
            .message(6, second.message(5, scores(1, 0)))
            .bytes();
    Sequence sequence = (Sequence) ValueReader.read(bytes, "s", new SequenceType(MAP));
    assertThat(sequence.values()).hasSize(2);
    Mapping map = (Mapping) sequence.values().get(0);
    assertThat(map.keys().toLongs()).containsExactly(3, -7);
    assertThat(map.values().toFloats()).containsExactly(0.25f, 0.75f);
    assertThat(((Mapping) sequence.values().get(1)).keys().toLongs()).containsExactly(3, -7);
  }

  @Test
  void mapsOfStringsAreRead() throws IOException {
    byte[] bytes =
        new Message().text(4, "yes").text(4, "no").message(5, scores(0.5f, 0.25f)).bytes();
    Mapping map = (Mapping) ValueReader.read(bytes, "m", TEXT_MAP);
    assertThat(map.keys().toStrings()).containsExactly("yes", "no");
    assertThat(map.values().toFloats()).containsExactly(0.5f, 0.25f);
  }

  @Test
  void emptyContainersAreRead() {
    Sequence sequence = (Sequence) ValueReader.read(new byte[0], "s", new SequenceType(TEXT_MAP));
    assertThat(sequence.values()).isEmpty();
    Mapping map = (Mapping) ValueReader.read(new byte[0], "m", TEXT_MAP);
    assertThat(map.keys().dtype()).isEqualTo(DType.STRING);
    assertThat(map.values().dtype()).isEqualTo(DType.F32);
  }

  @Test
  void nestedSequencesAreRead() throws IOException {
    byte[] bytes = new Message().message(5, scores(1, 2)).message(5, scores()).bytes();
    Sequence outer =
        (Sequence) ValueReader.read(bytes, "s", new SequenceType(new SequenceType(FLOATS)));
    assertThat(((Sequence) outer.values().get(0)).values()).hasSize(2);
    assertThat(((Sequence) outer.values().get(1)).values()).isEmpty();
  }

  @Test
  void otherKindsOfValuesAreRefused() throws IOException {
    byte[] tensors = scores(1, 2).bytes();
    assertThatThrownBy(() -> ValueReader.read(tensors, "s.pb", new SequenceType(MAP)))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("s.pb")
        .hasMessageContaining("map(I64,F32[])");
    byte[] unequal = new Message().integer(3, 1).message(5, scores(1, 2)).bytes();
    assertThatThrownBy(() -> ValueReader.read(unequal, "m.pb", MAP))
        .hasMessageContaining("1 keys but 2 values");
    byte[] mixed = new Message().integer(3, 1).text(4, "a").message(5, scores(1, 2)).bytes();
    assertThatThrownBy(() -> ValueReader.read(mixed, "m.pb", MAP))
        .hasMessageContaining("both integer and string keys");
    byte[] wide =
        new Message()
            .integer(3, 1)
            .message(5, new Message().message(3, TestModel.floats("", new float[] {1, 2}, 2)))
            .bytes();
    assertThatThrownBy(() -> ValueReader.read(wide, "m.pb", MAP))
        .hasMessageContaining("value 0 should be one F32");
    assertThatThrownBy(
            () -> ValueReader.read("text".getBytes(StandardCharsets.UTF_8), "t.pb", FLOATS))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("t.pb");
    assertThatThrownBy(() -> ValueReader.read(folder.resolve("none.pb"), FLOATS))
        .isInstanceOf(UnreadableModel.class);
  }

  @Test
  void noiseNeverEscapesTheTypedErrors() {
    Random random = new Random(3);
    int refused = 0;
    for (int round = 0; round < 5_000; round++) {
      byte[] noise = new byte[1 + random.nextInt(60)];
      random.nextBytes(noise);
      for (ValueType type : new ValueType[] {FLOATS, MAP, new SequenceType(MAP)}) {
        try {
          ValueReader.read(noise, "noise", type);
        } catch (OnnxException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(10_000);
  }
}
