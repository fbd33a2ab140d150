package io.pelton.flink.table.schema;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;

/**
 * The narrowest SQL type that holds every value which an input or output of a model has of a row.
 */
final class ColumnTypes {
  private static final int DIGITS_OF_64_BITS = 20;

  private ColumnTypes() {}

  static InferredColumn input(Port port) {
    if (port.type() instanceof TensorType tensor) {
      Shape shape = tensor.shape();
      if (shape.isRanked() && shape.rank() > 0) {
        Extent rows = shape.extent(0);
        if (rows.isFixed() && rows.max() != 1) {
          return InferredColumn.none(
              port, "takes " + rows + " rows at a time, neither more nor fewer");
        }
      }
      boolean isNumber = tensor.dtype().isNumeric() && tensor.dtype().bits() >= 8;
      return column(port, tensor, isNumber, 1);
    }
    return InferredColumn.none(port, "is no tensor");
  }

  static InferredColumn output(Port port) {
    if (port.type() instanceof TensorType tensor) {
      return column(port, tensor, tensor.dtype().isNumeric(), Integer.MAX_VALUE);
    }
    if (port.type() instanceof SequenceType sequence
        && sequence.element() instanceof MappingType mapping) {
      return map(port, mapping);
    }
    return InferredColumn.none(port, "is neither a tensor nor a sequence of maps");
  }

  private static InferredColumn map(Port port, MappingType mapping) {
    Optional<DataType> key = element(mapping.key());
    Optional<DataType> value =
        mapping.value() instanceof TensorType tensor ? element(tensor.dtype()) : Optional.empty();
    return key.isPresent() && value.isPresent()
        ? InferredColumn.of(port, DataTypes.MAP(key.get(), value.get()))
        : InferredColumn.none(port, "maps what has no SQL type");
  }

  /**
   * @param depth the most arrays within each other; with fewer than the axes of a row, elements are
   *     in row-major order
   */
  private static InferredColumn column(Port port, TensorType tensor, boolean isNumber, int depth) {
    DType dtype = tensor.dtype();
    boolean isKnown = isNumber || dtype == DType.BOOL || dtype == DType.STRING;
    Optional<DataType> element = isKnown ? element(dtype) : Optional.empty();
    if (element.isEmpty()) {
      return InferredColumn.none(port, "has elements of no SQL type");
    }
    Shape shape = tensor.shape();
    if (!shape.isRanked()) {
      return InferredColumn.of(port, DataTypes.ARRAY(element.get()));
    }
    if (shape.rank() == 0) {
      return InferredColumn.none(port, "has no batch axis");
    }
    DataType type = element.get();
    if (!isSingle(shape)) {
      for (int axis = 1; axis < shape.rank() && axis <= depth; axis++) {
        type = DataTypes.ARRAY(type);
      }
    }
    return InferredColumn.of(port, type);
  }

  private static boolean isSingle(Shape shape) {
    return shape.rank() == 1
        || (shape.rank() == 2 && shape.extent(1).isFixed() && shape.extent(1).max() == 1);
  }

  private static Optional<DataType> element(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> real(dtype);
      case SIGNED, UNSIGNED -> Optional.of(integer(dtype));
      case BOOL -> Optional.of(DataTypes.BOOLEAN());
      case STRING -> Optional.of(DataTypes.STRING());
      case COMPLEX -> Optional.empty();
    };
  }

  private static Optional<DataType> real(DType dtype) {
    if (dtype == DType.F64) {
      return Optional.of(DataTypes.DOUBLE());
    }
    return dtype.bits() >= 16 ? Optional.of(DataTypes.FLOAT()) : Optional.empty();
  }

  private static DataType integer(DType dtype) {
    int signedBits = dtype.kind() == DType.Kind.SIGNED ? dtype.bits() : dtype.bits() + 1;
    if (signedBits <= 8) {
      return DataTypes.TINYINT();
    }
    if (signedBits <= 16) {
      return DataTypes.SMALLINT();
    }
    if (signedBits <= 32) {
      return DataTypes.INT();
    }
    return signedBits <= 64 ? DataTypes.BIGINT() : DataTypes.DECIMAL(DIGITS_OF_64_BITS, 0);
  }
}
