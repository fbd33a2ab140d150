package io.pelton.flink.operator;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.flink.error.UnsupportedOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Takes one model output apart into the values of single records. */
final class OutputReader {
  private final Port port;
  private final boolean scalar;

  private OutputReader(Port port, boolean scalar) {
    this.port = port;
    this.scalar = scalar;
  }

  /**
   * @throws UnsupportedOutput where the output does not say something of each record
   */
  static OutputReader of(Port port) {
    ValueType type = port.type();
    if (type instanceof TensorType tensor) {
      checkDtype(port, tensor.dtype());
      boolean ranked = tensor.shape().isRanked();
      if (ranked && tensor.shape().rank() == 0) {
        throw new UnsupportedOutput(port.name(), type.toString(), "has no batch axis");
      }
      boolean scalar =
          ranked
              && (tensor.shape().rank() == 1
                  || (tensor.shape().rank() == 2
                      && tensor.shape().extent(1).isFixed()
                      && tensor.shape().extent(1).max() == 1));
      return new OutputReader(port, scalar);
    }
    if (type instanceof SequenceType sequence && sequence.element() instanceof MappingType) {
      return new OutputReader(port, true);
    }
    throw new UnsupportedOutput(
        port.name(), type.toString(), "is neither a tensor nor a sequence of maps");
  }

  private static void checkDtype(Port port, DType dtype) {
    boolean readable =
        switch (dtype.kind()) {
          case FLOAT -> dtype == DType.F64 || dtype == DType.F32 || dtype.bits() == 16;
          case SIGNED, UNSIGNED, BOOL, STRING -> true;
          case COMPLEX -> false;
        };
    if (!readable) {
      throw new UnsupportedOutput(port.name(), port.type().toString(), "has no Java class");
    }
  }

  /** Puts the value of record {@code i} into {@code records[i][column]}. */
  void read(Value value, Object[][] records, int rows, int column) {
    if (scalar && value instanceof Tensor tensor && Boxes.fill(tensor, records, rows, column)) {
      return;
    }
    IntFunction<Object> reader =
        value instanceof Sequence sequence ? maps(sequence, rows) : tensor((Tensor) value, rows);
    for (int row = 0; row < rows; row++) {
      records[row][column] = reader.apply(row);
    }
  }

  private IntFunction<Object> tensor(Tensor tensor, int rows) {
    Layout layout = tensor.layout();
    if (layout.rank() == 0 || layout.dim(0) != rows) {
      throw notByRow(layout.toString(), rows);
    }
    int width = Math.toIntExact(layout.elements() / rows);
    return scalar && width == 1 ? Boxes.of(tensor) : RowArrays.of(tensor, width);
  }

  private IntFunction<Object> maps(Sequence sequence, int rows) {
    List<Value> values = sequence.values();
    if (values.size() != rows) {
      throw notByRow(values.size() + " elements", rows);
    }
    return row -> map((Mapping) values.get(row));
  }

  private static Map<Object, Object> map(Mapping mapping) {
    IntFunction<Object> keys = Boxes.of(mapping.keys());
    IntFunction<Object> values = Boxes.of(mapping.values());
    int size = Math.toIntExact(mapping.keys().layout().elements());
    Map<Object, Object> map = new LinkedHashMap<>(size * 2);
    for (int i = 0; i < size; i++) {
      map.put(keys.apply(i), values.apply(i));
    }
    return map;
  }

  private UnsupportedOutput notByRow(String found, int rows) {
    return new UnsupportedOutput(
        port.name(),
        port.type().toString(),
        "came out as " + found + " for " + rows + " rows, which is not one part a row");
  }
}
