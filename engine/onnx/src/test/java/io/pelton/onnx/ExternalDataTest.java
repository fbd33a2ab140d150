package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tensors whose data lie in a second file. */
class ExternalDataTest {
  @TempDir Path root;

  private Path folder;

  @BeforeEach
  void writeWeights() throws IOException {
    folder = Files.createDirectories(root.resolve("modèle mit Leerzeichen"));
    Files.createDirectories(folder.resolve("sub"));
    ByteBuffer weights = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 4; i++) {
      weights.putFloat(i + 0.5f);
    }
    Files.write(folder.resolve("sub").resolve("w.bin"), weights.array());
    Files.write(root.resolve("w.bin"), weights.array());
  }

  private static TestModel model(String location, String... entries) {
    TensorProto.Builder tensor =
        TestModel.tensor("w", TestModel.FLOAT, 2)
            .setDataLocation(TensorProto.DataLocation.EXTERNAL)
            .addExternalData(entry("location", location));
    for (int i = 0; i < entries.length; i += 2) {
      tensor.addExternalData(entry(entries[i], entries[i + 1]));
    }
    return TestModel.onnx(13)
        .initializer(tensor.build())
        .input("x", TestModel.FLOAT, 2)
        .node("Add", "x,w", "y")
        .output("y");
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  private OnnxModel load(TestModel model) throws IOException {
    Path file = folder.resolve("model.onnx");
    Files.write(file, model.bytes());
    return OnnxModel.load(file);
  }

  private static Tensor weights(OnnxModel model) {
    return model
        .graph()
        .graph()
        .constant(model.graph().graph().operands(model.graph().outputs().get("y").node()).get(1))
        .orElseThrow();
  }

  @Test
  void dataInsideOfTheModelsFolderAreRead() throws IOException {
    assertThat(weights(load(model("sub/w.bin"))).toFloats()).containsExactly(0.5f, 1.5f);
    assertThat(weights(load(model("sub/../sub/w.bin"))).toFloats()).containsExactly(0.5f, 1.5f);
    assertThat(weights(load(model("sub/w.bin", "offset", "8", "length", "8"))).toFloats())
        .containsExactly(2.5f, 3.5f);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../w.bin", "sub/../../w.bin", "nope.bin", "", "sub", "\0"})
  void otherLocationsAreRefusedWithTensorAndPath(String location) {
    ExternalDataError error =
        catchThrowableOfType(ExternalDataError.class, () -> load(model(location)));
    assertThat(error.tensor()).isEqualTo("w");
    assertThat(error.path()).isEqualTo(location);
    assertThat(error).hasMessageContaining("'w'").hasMessageContaining(error.reason());
  }

  @Test
  void absolutePathsAreRefusedEvenIntoTheFolder() {
    String location = folder.resolve("sub").resolve("w.bin").toAbsolutePath().toString();
    assertThatThrownBy(() -> load(model(location)))
        .isInstanceOf(ExternalDataError.class)
        .hasMessageContaining("absolute");
  }

  @Test
  void linksOutOfTheFolderAreRefused() throws IOException {
    Files.createSymbolicLink(folder.resolve("link.bin"), root.resolve("w.bin"));
    assertThatThrownBy(() -> load(model("link.bin")))
        .isInstanceOf(ExternalDataError.class)
        .hasMessageContaining("symbolic link");
  }

  @Test
  void offsetsAndLengthsMustFitTheFileAndTheShape() {
    assertThatThrownBy(() -> load(model("sub/w.bin", "offset", "12")))
        .hasMessageContaining("8 bytes from 12 exceed the file, which has 16");
    assertThatThrownBy(() -> load(model("sub/w.bin", "offset", Long.toString(Long.MAX_VALUE))))
        .hasMessageContaining("exceed the file");
    assertThatThrownBy(() -> load(model("sub/w.bin", "offset", "-1")))
        .hasMessageContaining("offset is negative");
    assertThatThrownBy(() -> load(model("sub/w.bin", "offset", "many")))
        .hasMessageContaining("offset is no number");
    assertThatThrownBy(() -> load(model("sub/w.bin", "length", "16")))
        .hasMessageContaining("16 bytes but its shape needs 8");
  }

  @Test
  void modelsGivenAsBytesNeedABaseFolder() {
    byte[] bytes = model("sub/w.bin").bytes();
    assertThatThrownBy(() -> OnnxModel.parse(bytes, "from-cache"))
        .isInstanceOf(ExternalDataError.class)
        .hasMessageContaining("give the base folder");
    assertThat(weights(OnnxModel.parse(bytes, "from-cache", folder)).toFloats())
        .containsExactly(0.5f, 1.5f);
  }

  @Test
  void aBaseFolderStandsInForTheModelsOwn() throws IOException {
    Path file = root.resolve("elsewhere.onnx");
    Files.write(file, model("sub/w.bin").bytes());
    assertThatThrownBy(() -> OnnxModel.load(file)).isInstanceOf(ExternalDataError.class);
    OnnxModel model = OnnxModel.load(file, ImportOptions.defaults().withBaseFolder(folder));
    assertThat(weights(model).toFloats()).containsExactly(0.5f, 1.5f);
  }

  @Test
  void checksumsAndUnknownEntriesAreIgnored() throws IOException {
    TestModel model = model("sub/w.bin", "checksum", "no SHA1 at all", "basepath", "/nowhere");
    assertThat(weights(load(model)).toFloats()).containsExactly(0.5f, 1.5f);
  }

  @Test
  void tensorsMayShareBytes() throws IOException {
    TestModel model = model("sub/w.bin", "offset", "4");
    TensorProto whole = external("v", TestModel.FLOAT, "sub/w.bin", 0, 4).build();
    TensorProto again = external("u", TestModel.FLOAT, "sub/w.bin", 4, 2).build();
    model.initializer(whole).initializer(again).output("v").output("u");
    OnnxModel loaded = load(model);
    assertThat(weights(loaded).toFloats()).containsExactly(1.5f, 2.5f);
    assertThat(output(loaded, "u").toFloats()).containsExactly(1.5f, 2.5f);
    assertThat(output(loaded, "v").toFloats()).containsExactly(0.5f, 1.5f, 2.5f, 3.5f);
  }

  private static TensorProto.Builder external(
      String name, int type, String location, long offset, long... dims) {
    return TestModel.tensor(name, type, dims)
        .setDataLocation(TensorProto.DataLocation.EXTERNAL)
        .addExternalData(entry("location", location))
        .addExternalData(entry("offset", Long.toString(offset)));
  }

  private static Tensor output(OnnxModel model, String name) {
    return model.graph().graph().constant(model.graph().outputs().get(name)).orElseThrow();
  }

  /** A large tensor of one dtype, at an offset that suits none. */
  private Tensor large(int type, byte[] bytes, int elements) throws IOException {
    byte[] shifted = new byte[bytes.length + 3];
    System.arraycopy(bytes, 0, shifted, 3, bytes.length);
    Files.write(folder.resolve("large.bin"), shifted);
    TensorProto tensor = external("v", type, "large.bin", 3, elements).build();
    return output(load(model("sub/w.bin").initializer(tensor).output("v")), "v");
  }

  @Test
  void largeTensorsStayMappedAndKeepTheirBits() throws IOException {
    int size = 1 << 21;
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    new Random(3).nextBytes(bytes.array());
    Tensor floats = large(TestModel.FLOAT, bytes.array(), size / Float.BYTES);
    assertThat(floats.storage()).isInstanceOf(NativeStorage.class);
    float[] expected = new float[size / Float.BYTES];
    bytes.asFloatBuffer().get(expected);
    assertThat(floats.toFloats()).isEqualTo(expected);
    long[] longs = new long[size / Long.BYTES];
    bytes.asLongBuffer().get(longs);
    assertThat(large(TestModel.INT64, bytes.array(), longs.length).toLongs()).isEqualTo(longs);
    Tensor halves = large(TestModel.FLOAT16, bytes.array(), size / Short.BYTES);
    assertThat(halves.storage()).isInstanceOf(NativeStorage.class);
    assertThat(((NativeStorage) halves.storage()).shorts().get(7)).isEqualTo(bytes.getShort(14));
  }

  /** Any byte but 0 is true, which is not how booleans lie in memory. */
  @Test
  void largeBooleansAreNormalized() throws IOException {
    byte[] bytes = new byte[1 << 20];
    bytes[1] = 7;
    bytes[bytes.length - 1] = -1;
    long[] found = large(TestModel.BOOL, bytes, bytes.length).toLongs();
    assertThat(Arrays.stream(found).sum()).isEqualTo(2);
    assertThat(found[1]).isEqualTo(1);
  }

  @Test
  void valuesOfSparseTensorsMayBeLarge() throws IOException {
    int stored = 1 << 18;
    Files.write(folder.resolve("large.bin"), new byte[stored * Float.BYTES]);
    long[] indices = LongStream.range(0, stored).toArray();
    TestModel model = model("sub/w.bin").output("s");
    model
        .graph()
        .addSparseInitializer(
            SparseTensorProto.newBuilder()
                .setValues(external("s", TestModel.FLOAT, "large.bin", 0, stored))
                .setIndices(TestModel.longs("", indices, stored))
                .addDims(2L * stored));
    assertThat(output(load(model), "s").dims()).containsExactly(2L * stored);
  }
}
