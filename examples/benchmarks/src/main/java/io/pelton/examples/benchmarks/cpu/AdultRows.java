package io.pelton.examples.benchmarks.cpu;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowFileReader;

/**
 * The census pipeline on the first rows of its file. As in the main job, a missing number is NaN
 * and a missing string {@code ?}.
 */
final class AdultRows {
  private final byte[] model;
  private final List<Port> ports;
  private final Path data;

  private AdultRows(byte[] model, List<Port> ports, Path data) {
    this.model = model;
    this.ports = ports;
    this.data = data;
  }

  static AdultRows of(Path model, Path data) throws IOException {
    byte[] bytes = Files.readAllBytes(model);
    return new AdultRows(bytes, OnnxModel.parse(bytes, "adult").graph().inputPorts(), data);
  }

  byte[] model() {
    return model;
  }

  /** The model's inputs, of the first batch of the file. */
  Map<String, Tensor> first(int rows) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(data);
        ArrowFileReader reader =
            new ArrowFileReader(channel, allocator, CommonsCompressionFactory.INSTANCE)) {
      if (!reader.loadNextBatch() || reader.getVectorSchemaRoot().getRowCount() < rows) {
        throw new IOException(data + " has no first batch of " + rows + " rows");
      }
      Map<String, Tensor> inputs = new LinkedHashMap<>();
      for (Port port : ports) {
        FieldVector column = reader.getVectorSchemaRoot().getVector(port.name());
        boolean isText = ((TensorType) port.type()).dtype() == DType.STRING;
        inputs.put(port.name(), isText ? texts(reader, column, rows) : numbers(column, rows));
      }
      return inputs;
    }
  }

  private static Tensor texts(ArrowFileReader reader, FieldVector column, int rows)
      throws IOException {
    if (column.getField().getDictionary() == null) {
      return texts(column, rows);
    }
    long id = column.getField().getDictionary().getId();
    try (FieldVector decoded =
        (FieldVector) DictionaryEncoder.decode(column, reader.getDictionaryVectors().get(id))) {
      return texts(decoded, rows);
    }
  }

  private static Tensor texts(FieldVector column, int rows) {
    String[] texts =
        IntStream.range(0, rows)
            .mapToObj(row -> column.isNull(row) ? "?" : column.getObject(row).toString())
            .toArray(String[]::new);
    return Tensor.of(texts, rows, 1);
  }

  private static Tensor numbers(FieldVector column, int rows) {
    float[] numbers = new float[rows];
    for (int row = 0; row < rows; row++) {
      numbers[row] = column.isNull(row) ? Float.NaN : ((Number) column.getObject(row)).floatValue();
    }
    return Tensor.of(numbers, rows, 1);
  }
}
