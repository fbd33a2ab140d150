package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.onnx.proto.ValueReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The standard's own test models: those of known operators import with the right types. */
class OnnxSuiteTest {
  @Test
  void testModelsOfKnownOperatorsHaveTheRecordedTypes() {
    Map<String, String> refused = new TreeMap<>();
    Map<String, Integer> unsupported = new TreeMap<>();
    int agreed = 0;
    for (Path file : StandardSuite.models()) {
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
}
