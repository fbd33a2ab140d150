package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.onnx.proto.ValueReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The standard's own test models: those of known operators import with the right types. */
class OnnxSuiteTest {
  @Test
  void testModelsOfKnownOperatorsHaveTheRecordedTypes() throws IOException {
    Map<String, String> refused = new TreeMap<>();
    Map<String, Integer> unsupported = new TreeMap<>();
    int agreed = 0;
    for (Path file : models()) {
      if (!OnnxModel.inspect(file).unsupported().isEmpty()) {
        continue;
      }
      String test = file.getParent().getFileName().toString();
      try {
        checkOutputs(file);
        agreed++;
      } catch (UnsupportedNodes e) {
        // an operator that is known, but not all that it can be asked for
        assertThat(e.nodes()).hasSize(1);
        unsupported.merge(e.nodes().get(0).op(), 1, Integer::sum);
      } catch (AssertionError | RuntimeException e) {
        refused.put(test, e.toString());
      }
    }
    assertThat(refused)
        .containsOnlyKeys("test_identity_sequence")
        .hasEntrySatisfying(
            "test_identity_sequence",
            reason -> assertThat(reason).contains("inputs of type seq(F32[*]) are not supported"));
    assertThat(agreed).isGreaterThan(700);
    assertThat(unsupported.values().stream().mapToInt(Integer::intValue).sum())
        .as("%s", unsupported)
        .isLessThan(60);
  }

  private static void checkOutputs(Path file) {
    List<Port> outputs = OnnxModel.load(file).graph().outputPorts();
    for (int i = 0; i < outputs.size(); i++) {
      Path recorded = file.resolveSibling("test_data_set_0/output_" + i + ".pb");
      TypeAgreement.check(
          recorded.toString(),
          outputs.get(i).type(),
          ValueReader.read(recorded, outputs.get(i).type()));
    }
  }

  private static List<Path> models() throws IOException {
    Path suite = Path.of(System.getProperty("pelton.shared", "../shared")).resolve("onnx-suite");
    assumeTrue(Files.isDirectory(suite), "pelton.shared: no onnx-suite in " + suite);
    List<Path> models = new ArrayList<>();
    try (Stream<Path> files = Files.walk(suite, 3)) {
      files.filter(file -> file.endsWith("model.onnx")).sorted().forEach(models::add);
    }
    return models;
  }
}
