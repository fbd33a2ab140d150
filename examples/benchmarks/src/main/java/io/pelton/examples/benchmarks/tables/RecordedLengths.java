package io.pelton.examples.benchmarks.tables;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.ValueReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds lengths for the symbols of a model in the vectors that were recorded with it. */
final class RecordedLengths {
  private RecordedLengths() {}

  /**
   * The lengths of the largest set, without those of the rows.
   *
   * @return by symbol; empty where nothing was recorded
   */
  static Map<String, Long> of(Path folder, List<Port> inputs) throws IOException {
    List<Path> sets;
    try (Stream<Path> files = Files.list(folder)) {
      sets =
          files
              .filter(file -> file.getFileName().toString().startsWith("test_data_set_"))
              .sorted()
              .toList();
    }
    Map<String, Long> largest = Map.of();
    long most = 0;
    for (Path set : sets) {
      Map<String, Long> lengths = new HashMap<>();
      long elements = 0;
      for (int i = 0; i < inputs.size(); i++) {
        Path file = set.resolve("input_" + i + ".pb");
        if (Files.exists(file)
            && ValueReader.read(file, inputs.get(i).type()) instanceof Tensor tensor) {
          elements += tensor.layout().elements();
          bind(((TensorType) inputs.get(i).type()).shape(), tensor.dims(), lengths);
        }
      }
      if (elements > most) {
        most = elements;
        largest = lengths;
      }
    }
    return largest;
  }

  private static void bind(Shape shape, long[] dims, Map<String, Long> lengths) {
    for (int axis = 1; shape.isRanked() && axis < Math.min(shape.rank(), dims.length); axis++) {
      Extent extent = shape.extent(axis);
      if (!extent.isFixed()) {
        lengths.put(extent.symbol().name(), dims[axis]);
      }
    }
  }
}
