package io.pelton.onnx;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no models, or damaged ones: always one typed error. */
class MalformedModelTest {
  private static final int GRAPH_FIELD = 7;

  @TempDir Path folder;

  private static TestModel pipeline() {
    return TestModel.onnx(13)
        .opset("ai.onnx.ml", 1)
        .input("x", FLOAT, "N", 2)
        .node("ai.onnx.ml::Scaler", "x", "s", numbers("offset", 1, 2), numbers("scale", 3, 4))
        .initializer("w", new float[] {1, 2, 3, 4, 5, 6}, 2, 3)
        .initializer("b", new float[] {1, 2, 3}, 3)
        .node("Gemm", "s,w,b", "h")
        .node("Softmax", "h", "p")
        .initializer("shape", new long[] {-1, 3}, 2)
        .node("Reshape", "p,shape", "r")
        .node("ai.onnx.ml::ZipMap", "r", "y", integers("classlabels_int64s", 7, 8, 9))
        .node("ai.onnx.ml::Normalizer", "r", "z", TestAttributes.text("norm", "L2"))
        .output("y")
        .output("z");
  }

  @Test
  void wholeModelLoadsFromBytesStreamAndFile() throws IOException {
    byte[] bytes = pipeline().bytes();
    Path file = folder.resolve("m.onnx");
    Files.write(file, bytes);
    String expected = OnnxModel.parse(bytes, "m").graph().outputPorts().toString();
    assertThat(expected).isEqualTo("[y: seq(map(I64,F32[])), z: F32[N,3]]");
    assertThat(OnnxModel.load(file).graph().outputPorts()).hasToString(expected);
    OnnxModel streamed =
        OnnxModel.parse(new ByteArrayInputStream(bytes), "m", ImportOptions.defaults());
    assertThat(streamed.graph().outputPorts()).hasToString(expected);
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = pipeline().bytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      try {
        // the opset imports come last, and there is no node without one
        OnnxModel.parse(cut, "cut at " + length);
        throw new AssertionError("accepted a model cut at " + length);
      } catch (OnnxException e) {
        assertThat(e).hasMessageContaining("cut at " + length);
      }
    }
  }

  @Test
  void flippedBitsNeverEscapeTheTypedErrors() {
    byte[] bytes = pipeline().bytes();
    Random random = new Random(42);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = bytes.clone();
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        OnnxModel.parse(damaged, "damaged");
      } catch (OnnxException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(5_000);
  }

  @Test
  void randomBytesAreRefused() {
    Random random = new Random(7);
    for (int round = 0; round < 5_000; round++) {
      byte[] noise = new byte[1 + random.nextInt(300)];
      random.nextBytes(noise);
      assertThatThrownBy(() -> OnnxModel.parse(noise, "noise")).isInstanceOf(OnnxException.class);
    }
    assertThatThrownBy(
            () -> OnnxModel.parse("no model at all".getBytes(StandardCharsets.UTF_8), "text"))
        .isInstanceOf(MalformedModel.class);
  }

  @Test
  void emptyFilesDirectoriesAndMissingFilesAreRefusedByName() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.onnx"));
    assertThatThrownBy(() -> OnnxModel.load(empty))
        .isInstanceOf(UnreadableModel.class)
        .hasMessageContaining("empty.onnx")
        .hasMessageContaining("it is empty");
    assertThatThrownBy(() -> OnnxModel.load(folder))
        .isInstanceOf(UnreadableModel.class)
        .hasMessageContaining("it is a directory");
    assertThatThrownBy(() -> OnnxModel.inspect(folder.resolve("none.onnx")))
        .isInstanceOf(UnreadableModel.class)
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> OnnxModel.parse(new byte[0], "nothing"))
        .isInstanceOf(MalformedModel.class);
  }

  @Test
  void brokenStreamsAreReported() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("connection reset");
          }

          @Override
          public int read(byte[] target, int from, int count) throws IOException {
            throw new IOException("connection reset");
          }
        };
    assertThatThrownBy(() -> OnnxModel.parse(broken, "remote", ImportOptions.defaults()))
        .isInstanceOf(UnreadableModel.class)
        .hasMessageContaining("remote")
        .hasMessageContaining("connection reset");
  }

  @Test
  void modelsWithoutAGraphAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeInt64(1, 8);
    out.flush();
    assertThatThrownBy(() -> OnnxModel.parse(bytes.toByteArray(), "m"))
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("has no graph");
  }

  @Test
  void declaredSizesAreNotBelieved() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeTag(GRAPH_FIELD, 2);
    out.writeUInt32NoTag(Integer.MAX_VALUE);
    out.flush();
    assertThatThrownBy(() -> OnnxModel.parse(bytes.toByteArray(), "m"))
        .isInstanceOf(MalformedModel.class);
    long huge = 1L << 40;
    assertThatThrownBy(
            () -> pipeline().initializer("big", new float[] {1}, huge, huge, huge).load())
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("'big'");
    assertThatThrownBy(() -> pipeline().initializer("big", new float[] {1}, 2_000_000_000).load())
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("1 are stored");
  }

  /** Graph in node in graph and so on: an attribute's graph nests three messages a level. */
  @Test
  void deepNestingIsRefused() throws IOException {
    ByteString graph = ByteString.EMPTY;
    for (int level = 0; level < 2_000; level++) {
      ByteString attribute = message(6, graph);
      ByteString node = message(5, attribute);
      graph = message(1, node);
    }
    byte[] bytes = message(GRAPH_FIELD, graph).toByteArray();
    assertThatThrownBy(() -> OnnxModel.parse(bytes, "deep"))
        .isInstanceOf(MalformedModel.class)
        .hasMessageContaining("deep");
  }

  private static ByteString message(int field, ByteString content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeBytes(field, content);
    out.flush();
    return ByteString.copyFrom(bytes.toByteArray());
  }

  @Test
  void longChainsDoNotExhaustTheStack() {
    TestModel model = TestModel.onnx(13).input("v0", FLOAT, "N");
    int length = 20_000;
    for (int i = length; i > 0; i--) {
      model.node("Relu", "v" + (i - 1), "v" + i);
    }
    assertThat(model.output("v" + length).load().report().opCounts()).containsEntry("Relu", length);
  }

  @Test
  void shapesThatOverflowAreInvalidNodes() {
    assertThatThrownBy(
            () ->
                TestModel.onnx(13).single("Flatten", FLOAT, List.of(1, 1L << 40, 1L << 40)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("Flatten");
    assertThatThrownBy(
            () ->
                TestModel.ml(1)
                    .single("LabelEncoder", TestModel.STRING, List.of(1), texts("nonsense", "a"))
                    .load())
        .isInstanceOf(InvalidNode.class);
  }
}
