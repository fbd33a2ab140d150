package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
