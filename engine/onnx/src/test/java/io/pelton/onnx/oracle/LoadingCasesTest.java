package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.ExternalDataError;
import io.pelton.onnx.ImportOptions;
import io.pelton.onnx.InvalidOverride;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.TestAttributes;
import io.pelton.onnx.TestModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of other engines ran into when they loaded a model. */
class LoadingCasesTest {
  private static final String MY = "my.domain";

  @TempDir Path root;

  private static float[] floats(Map<String, Value> outputs, String name) {
    return ((Tensor) outputs.get(name)).toFloats();
  }

  private static Tensor vector(float... values) {
    return Tensor.of(values, values.length);
  }

  /** A model y = x + w, with w = [5] in another file. */
  private static TestModel external(String location) {
    TensorProto weights =
        TestModel.tensor("w", FLOAT, 1)
            .setDataLocation(TensorProto.DataLocation.EXTERNAL)
            .addExternalData(
                StringStringEntryProto.newBuilder().setKey("location").setValue(location))
            .build();
    return TestModel.onnx(13)
        .input("x", FLOAT, 1)
        .initializer(weights)
        .node("Add", "x,w", "y")
        .output("y");
  }

  private static void writeFive(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(file, bytes.putFloat(5).array());
  }

  private static void assertSix(OnnxModel model) {
    assertThat(floats(Execution.run(model, Map.of("x", vector(1))), "y")).containsExactly(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "with spaces", "modèle-モデル"})
  void c1ExternalDataAreReadInsideOfTheModelsFolderOnly(String name) throws IOException {
    Path folder = root.resolve(name);
    writeFive(folder.resolve("sub").resolve("w.bin"));
    writeFive(folder.resolve("ünicode weights.bin"));
    writeFive(root.resolve("w.bin"));
    Path file = folder.resolve(name + ".onnx");
    for (String inside : new String[] {"sub/w.bin", "sub/../sub/w.bin", "ünicode weights.bin"}) {
      Files.write(file, external(inside).bytes());
      assertSix(OnnxModel.load(file));
    }
    String absolute = folder.resolve("sub").resolve("w.bin").toAbsolutePath().toString();
    for (String outside : new String[] {"../w.bin", absolute, "nope.bin", "", "sub"}) {
      Files.write(file, external(outside).bytes());
      ExternalDataError error =
          catchThrowableOfType(ExternalDataError.class, () -> OnnxModel.load(file));
      assertThat(error.tensor()).isEqualTo("w");
      assertThat(error.path()).isEqualTo(outside);
    }
  }

  @Test
  void c2BytesNeedABaseFolderAndTheWorkingDirectoryIsNone() throws IOException {
    Path working = Path.of("").toAbsolutePath();
    Path bait = Files.createTempFile(working, "weights", ".bin");
    try {
      writeFive(bait);
      byte[] bytes = external(bait.getFileName().toString()).bytes();
      assertThatThrownBy(() -> OnnxModel.parse(bytes, "from a cache"))
          .isInstanceOf(ExternalDataError.class)
          .hasMessageContaining("give the base folder");
      assertThatThrownBy(() -> OnnxModel.parse(bytes, "from a cache", root))
          .isInstanceOf(ExternalDataError.class)
          .hasMessageContaining("no such file");
      Path elsewhere = root.resolve("elsewhere.onnx");
      Files.write(elsewhere, bytes);
      assertThatThrownBy(() -> OnnxModel.load(elsewhere)).isInstanceOf(ExternalDataError.class);
      writeFive(root.resolve(bait.getFileName()));
      assertSix(OnnxModel.parse(bytes, "from a cache", root));
      assertSix(OnnxModel.load(elsewhere));
      // a relative path of a file is no way there either
      Path relative = working.relativize(elsewhere);
      Files.delete(bait);
      assertSix(OnnxModel.load(relative));
    } finally {
      Files.deleteIfExists(bait);
    }
  }

  private static TestModel sum(long irVersion) {
    return TestModel.onnx(13)
        .irVersion(irVersion)
        .input("x", FLOAT, 1)
        .initializer("w", new float[] {5}, 1)
        .node("Add", "x,w", "y")
        .output("y");
  }

  private static OnnxModel load(TestModel model, ImportOptions options) {
    return OnnxModel.parse(model.bytes(), "test", options);
  }

  @Test
  void c3InitializersThatAreNoInputsAreConstants() {
    for (long irVersion : new long[] {1, 3, 4, 7}) {
      assertSix(sum(irVersion).load());
      assertThat(sum(irVersion).load().report().overridable()).isEmpty();
      assertThatThrownBy(
              () -> load(sum(irVersion), ImportOptions.defaults().withOverride("w", vector(7))))
          .isInstanceOf(InvalidOverride.class);
    }
  }

  @Test
  void c3InitializersThatAreInputsMayBeOverriddenFromIrVersion4On() {
    TestModel model = sum(7).input("w", FLOAT, 1);
    assertSix(model.load());
    assertThat(model.load().graph().inputs()).containsOnlyKeys("x");
    assertThat(model.load().report().overridable()).hasToString("[w: F32[1]]");
    OnnxModel overridden = load(model, ImportOptions.defaults().withOverride("w", vector(7)));
    assertThat(overridden.graph().inputs()).containsOnlyKeys("x");
    assertThat(floats(Execution.run(overridden, Map.of("x", vector(1))), "y")).containsExactly(8);
    OnnxModel opened = load(model, ImportOptions.defaults().opening("w"));
    assertThat(opened.graph().inputs()).containsOnlyKeys("x", "w");
    assertThat(opened.report().inputs()).hasToString("[x: F32[1], w: F32[1]]");
    Map<String, Tensor> fed = Map.of("x", vector(1), "w", vector(7));
    assertThat(floats(Execution.run(opened, fed), "y")).containsExactly(8);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3})
  void c3OverridingIsRefusedBeforeIrVersion4(long irVersion) {
    TestModel model = sum(irVersion).input("w", FLOAT, 1);
    assertSix(model.load());
    assertThat(model.load().graph().inputs()).containsOnlyKeys("x");
    assertThat(model.load().report().overridable()).isEmpty();
    for (ImportOptions options :
        new ImportOptions[] {
          ImportOptions.defaults().withOverride("w", vector(7)),
          ImportOptions.defaults().opening("w")
        }) {
      InvalidOverride error =
          catchThrowableOfType(InvalidOverride.class, () -> load(model, options));
      assertThat(error.initializer()).isEqualTo("w");
      assertThat(error.reason()).contains("IR version " + irVersion);
    }
  }

  private static FunctionProto addK() {
    AttributeProto reference =
        AttributeProto.newBuilder()
            .setName("value_float")
            .setType(AttributeType.FLOAT)
            .setRefAttrName("k")
            .build();
    return FunctionProto.newBuilder()
        .setDomain(MY)
        .setName("AddK")
        .addInput("a")
        .addOutput("r")
        .addAttribute("k")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
        .addNode(
            NodeProto.newBuilder()
                .setName("constant")
                .setOpType("Constant")
                .addOutput("c")
                .addAttribute(reference))
        .addNode(
            NodeProto.newBuilder()
                .setName("sum")
                .setOpType("Add")
                .addInput("a")
                .addInput("c")
                .addOutput("r"))
        .build();
  }

  @Test
  void c4EachCallOfAFunctionHasItsOwnAttribute() {
    TestModel model =
        TestModel.onnx(13)
            .opset(MY, 1)
            .input("x", FLOAT, 1)
            .node(MY + "::AddK", "x", "t", TestAttributes.number("k", 2.5f))
            .node(MY + "::AddK", "t", "y", TestAttributes.number("k", 1))
            .output("y");
    ModelProto proto = model.proto().toBuilder().addFunctions(addK()).build();
    OnnxModel loaded = OnnxModel.parse(proto.toByteArray(), "functions");
    assertThat(floats(Execution.run(loaded, Map.of("x", vector(1))), "y")).containsExactly(4.5f);
  }

  @Test
  void c4NamesWithinAFunctionClashWithNoneOfTheModel() {
    TestModel model =
        TestModel.onnx(13)
            .opset(MY, 1)
            .input("a", FLOAT, 1)
            .initializer("c", new float[] {100}, 1)
            .initializer("n0/c", new float[] {1000}, 1)
            .node(MY + "::AddK", "a", "t", TestAttributes.number("k", 2.5f))
            .node("Add", "t,c", "r")
            .node("Add", "r,n0/c", "y")
            .output("y");
    ModelProto proto = model.proto().toBuilder().addFunctions(addK()).build();
    OnnxModel loaded = OnnxModel.parse(proto.toByteArray(), "functions");
    assertThat(floats(Execution.run(loaded, Map.of("a", vector(1))), "y")).containsExactly(1103.5f);
  }

  private static AttributeProto graph(String name, TestModel body) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeType.GRAPH)
        .setG(body.graph())
        .build();
  }

  private static TestModel branches(TestModel then, TestModel otherwise) {
    return TestModel.onnx(13)
        .input("go", BOOL)
        .input("A", FLOAT, 1)
        .initializer("w", new float[] {1}, 1)
        .node("If", "go", "y", graph("then_branch", then), graph("else_branch", otherwise))
        .node("Add", "A,w", "y2")
        .output("y")
        .output("y2");
  }

  private static void assertInnerNameStaysInside(TestModel then) {
    TestModel otherwise = TestModel.onnx(13).node("Add", "A,w", "t").output("t");
    OnnxModel model = branches(then, otherwise).load();
    for (boolean go : new boolean[] {true, false}) {
      Tensor flag = Tensor.wrap(DType.BOOL, new byte[] {(byte) (go ? 1 : 0)});
      Map<String, Value> out = Execution.run(model, Map.of("go", flag, "A", vector(3)));
      assertThat(floats(out, "y")).containsExactly(go ? 103 : 4);
      assertThat(floats(out, "y2")).containsExactly(4);
    }
  }

  @Test
  void c5AnInitializerOfABranchMayHaveAnOuterName() {
    assertInnerNameStaysInside(
        TestModel.onnx(13)
            .initializer("w", new float[] {100}, 1)
            .node("Add", "A,w", "t")
            .output("t"));
  }

  @Test
  void c5SoMayASparseInitializerAndTheValueOfANode() {
    TestModel sparse = TestModel.onnx(13).node("Add", "A,w", "t").output("t");
    sparse
        .graph()
        .addSparseInitializer(
            SparseTensorProto.newBuilder()
                .setValues(TestModel.floats("w", new float[] {100}, 1))
                .setIndices(TestModel.longs("", new long[] {0}, 1))
                .addDims(1));
    assertInnerNameStaysInside(sparse);
    assertInnerNameStaysInside(
        TestModel.onnx(13)
            .initializer("hundred", new float[] {100}, 1)
            .node("Identity", "hundred", "w")
            .node("Add", "A,w", "t")
            .output("t"));
  }

  /** What a node after the If writes is not what the branch means by its name. */
  @Test
  void c5ANameThatIsWrittenLaterOutsideMeansTheInnerValue() {
    TestModel then =
        TestModel.onnx(13)
            .initializer("y2", new float[] {100}, 1)
            .node("Add", "A,y2", "t")
            .output("t");
    assertInnerNameStaysInside(then);
  }

  @Test
  void c5AnInputOfALoopsBodyMayHaveAnOuterName() {
    TestModel body =
        TestModel.onnx(13)
            .input("x", INT64)
            .input("cond", BOOL)
            .input("w", FLOAT, 1)
            .node("Identity", "cond", "on")
            .node("Add", "w,w", "next")
            .output("on")
            .output("next");
    OnnxModel model =
        TestModel.onnx(13)
            .input("x", FLOAT, 1)
            .initializer("w", new float[] {1}, 1)
            .initializer("m", new long[] {2})
            .node("Loop", "m,,x", "y", graph("body", body))
            .node("Add", "x,w", "z")
            .output("y")
            .output("z")
            .load();
    Map<String, Value> out = Execution.run(model, Map.of("x", vector(3)));
    assertThat(floats(out, "y")).containsExactly(12);
    assertThat(floats(out, "z")).containsExactly(4);
  }
}
