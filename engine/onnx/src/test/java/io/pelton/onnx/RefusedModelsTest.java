package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.ModelProto;
import io.pelton.onnx.proto.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Real models of which some nodes are made unknown: these are refused, and nothing else is. */
class RefusedModelsTest {
  private static final String UNKNOWN = "Mystery";

  /** Bytes of a model above which decoding it again and again takes long. */
  private static final long LARGEST = 4 << 20;

  @Test
  void onlyTheNodesThatAreUnknownAreRefused() throws IOException {
    Random random = new Random(11);
    int models = 0;
    for (String name : SharedModels.names()) {
      Path file = SharedModels.file(name);
      if (Files.size(file) <= LARGEST && isSupported(file)) {
        models++;
        ModelProto model = ModelFile.read(file);
        for (int round = 0; round < 5; round++) {
          check(name, model, random);
        }
      }
    }
    assertThat(models).isGreaterThan(20);
  }

  private static boolean isSupported(Path file) {
    ImportReport report = OnnxModel.inspect(file);
    return report.unsupported().isEmpty() && report.unsupportedParts().isEmpty();
  }

  private static void check(String name, ModelProto model, Random random) {
    ModelProto.Builder changed = model.toBuilder();
    Set<Integer> places = new TreeSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      places.add(random.nextInt(model.getGraph().getNodeCount()));
    }
    for (int place : places) {
      changed.getGraphBuilder().getNodeBuilder(place).setOpType(UNKNOWN);
    }
    UnsupportedNodes refusal =
        catchThrowableOfType(
            UnsupportedNodes.class, () -> OnnxModel.parse(changed.build().toByteArray(), name));
    assertThat(refusal.parts()).as("%s %s", name, places).isEmpty();
    assertThat(refusal.nodes())
        .as("%s %s", name, places)
        .hasSameSizeAs(places)
        .allSatisfy(node -> assertThat(node.op()).isEqualTo(UNKNOWN));
  }
}
