package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.onnx.UnsupportedFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the declared types of one model's values. A named dimension is the same symbol wherever it
 * occurs; dimensions without a name or below 0 are symbols of their own. So are those of length 0,
 * which old exporters wrote for "not known".
 */
public final class ValueTypes {
  private final String model;
  private final Consumer<String> warnings;
  private final Symbols symbols = new Symbols();

  public ValueTypes(String model, Consumer<String> warnings) {
    this.model = model;
    this.warnings = warnings;
  }

  /**
   * @throws UnsupportedFeature for types that the engine does not have: optional, sparse, opaque
   */
  public ValueType of(ValueInfoProto info) {
    return type(info.getType(), info.getName());
  }

  private ValueType type(TypeProto type, String name) {
    return switch (type.getValueCase()) {
      case TENSOR_TYPE -> {
        TypeProto.Tensor tensor = type.getTensorType();
        Shape shape = tensor.hasShape() ? shape(tensor.getShape(), name) : Shape.UNRANKED;
        yield new TensorType(dtype(tensor.getElemType(), name), shape);
      }
      case SEQUENCE_TYPE -> new SequenceType(type(type.getSequenceType().getElemType(), name));
      case MAP_TYPE ->
          new MappingType(
              dtype(type.getMapType().getKeyType(), name),
              type(type.getMapType().getValueType(), name));
      case OPTIONAL_TYPE -> throw unsupported(name, "optional values are not supported");
      case SPARSE_TENSOR_TYPE -> throw unsupported(name, "sparse tensors are not supported");
      case OPAQUE_TYPE -> throw unsupported(name, "opaque values are not supported");
      case VALUE_NOT_SET -> throw unsupported(name, "its type is missing");
    };
  }

  private DType dtype(int code, String name) {
    return ElementTypes.of(code)
        .orElseThrow(() -> unsupported(name, "its element type " + code + " is not known"));
  }

  private Shape shape(TensorShapeProto shape, String name) {
    List<Extent> extents = new ArrayList<>();
    for (Dimension dimension : shape.getDimList()) {
      extents.add(extent(dimension, name, extents.size()));
    }
    return Shape.of(extents);
  }

  private Extent extent(Dimension dimension, String name, int axis) {
    return switch (dimension.getValueCase()) {
      case DIM_PARAM -> Extent.symbolic(symbols.of(dimension.getDimParam(), name, axis));
      case VALUE_NOT_SET -> Extent.symbolic(symbols.fresh(name, axis));
      case DIM_VALUE -> {
        long length = dimension.getDimValue();
        if (length > 0) {
          yield Extent.fixed(length);
        }
        if (length == 0) {
          warnings.accept(
              "'" + name + "' declares length 0 for axis " + axis + "; any length is accepted");
        }
        yield Extent.symbolic(symbols.fresh(name, axis));
      }
    };
  }

  private UnsupportedFeature unsupported(String name, String reason) {
    return new UnsupportedFeature(model, "value '" + name + "'", reason);
  }
}
