package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.ImportOptions;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.SharedModels;
import io.pelton.onnx.proto.ModelFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real models whose weights were moved to a second file give the same bits, read and mapped. */
class ExternalizedModelsTest {
  @TempDir Path folder;

  @Test
  void weightsInASecondFileGiveTheSameBits() throws IOException {
    int moved = 0;
    for (String name : SharedModels.names()) {
      Path file = SharedModels.file(name);
      Path set = file.resolveSibling("test_data_set_0");
      ModelProto model = ModelFile.read(file);
      long raw =
          model.getGraph().getInitializerList().stream()
              .filter(ExternalizedModelsTest::isMovable)
              .count();
      if (raw == 0 || !Files.isDirectory(set) || Recorded.load(file).isEmpty()) {
        continue;
      }
      moved++;
      OnnxModel whole = OnnxModel.load(file);
      Map<String, Tensor> inputs = Recorded.inputs(set, whole.graph());
      Map<String, Flat> expected = Recorded.flat(Execution.run(whole, inputs));
      byte[] bytes = withoutWeights(model, name + ".bin").toByteArray();
      ImportOptions options = ImportOptions.defaults().withBaseFolder(folder);
      for (long mapped : new long[] {1, Long.MAX_VALUE}) {
        OnnxModel external = OnnxModel.parse(bytes, name, options.mappingFrom(mapped));
        assertThat(Recorded.flat(Execution.run(external, inputs)))
            .as("%s, mapped from %s", name, mapped)
            .isEqualTo(expected);
      }
    }
    assertThat(moved).isGreaterThan(10);
  }

  private static boolean isMovable(TensorProto tensor) {
    return !tensor.getRawData().isEmpty();
  }

  /** The data of all initializers lie one after the other, at odd places. */
  private ModelProto withoutWeights(ModelProto model, String location) throws IOException {
    ModelProto.Builder changed = model.toBuilder();
    long offset = 1;
    try (OutputStream out = Files.newOutputStream(folder.resolve(location))) {
      out.write(0);
      for (TensorProto.Builder tensor : changed.getGraphBuilder().getInitializerBuilderList()) {
        if (!tensor.getRawData().isEmpty()) {
          int length = tensor.getRawData().size();
          tensor.getRawData().writeTo(out);
          tensor
              .clearRawData()
              .setDataLocation(TensorProto.DataLocation.EXTERNAL)
              .addExternalData(entry("location", location))
              .addExternalData(entry("offset", Long.toString(offset)))
              .addExternalData(entry("length", Integer.toString(length)));
          offset += length;
        }
      }
    }
    return changed.build();
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }
}
