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
 * Reads the declared types of the values of one graph of a model. A named dimension is the same
 * symbol wherever it occurs; dimensions without a name or below 0 are symbols of their own. So are
 * those of length 0, which old exporters wrote for "not known".
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

  /**
   * The type of an input that is fed a value of another graph.
   *
   * @param fed the value's type there, whose symbols become symbols of their own here: one for each
   * @param keepsLengths whether the lengths hold here, too, or the rank alone does
   * @return the declared type, with what it leaves open as the value has it
   */
  public ValueType of(ValueInfoProto info, TensorType fed, boolean keepsLengths) {
    TensorType given = keepsLengths ? inner(fed) : ofRank(fed, info.getName());
    TypeProto type = info.getType();
    boolean isDeclared =
        type.getValueCase() != TypeProto.ValueCase.VALUE_NOT_SET
            && !(type.hasTensorType() && type.getTensorType().getElemType() == 0);
    if (!isDeclared) {
      return given;
    }
    return of(info) instanceof TensorType declared ? completed(declared, given) : of(info);
  }

  /** The type of a value of another graph, as of this one. */
  public TensorType inner(TensorType outer) {
    if (!outer.shape().isRanked()) {
      return outer;
    }
    List<Extent> extents = new ArrayList<>();
    for (Extent extent : outer.shape().extents()) {
      extents.add(
          extent.isFixed()
              ? extent
              : new Extent(extent.min(), extent.max(), symbols.inner(extent.symbol())));
    }
    return new TensorType(outer.dtype(), Shape.of(extents));
  }

  private TensorType ofRank(TensorType type, String name) {
    if (!type.shape().isRanked()) {
      return type;
    }
    List<Extent> extents = new ArrayList<>();
    for (int axis = 0; axis < type.shape().rank(); axis++) {
      extents.add(Extent.symbolic(symbols.fresh(name, axis)));
    }
    return new TensorType(type.dtype(), Shape.of(extents));
  }

  private static TensorType completed(TensorType declared, TensorType given) {
    Shape shape = declared.shape();
    Shape other = given.shape();
    if (!shape.isRanked()) {
      return new TensorType(declared.dtype(), other);
    }
    if (!other.isRanked() || other.rank() != shape.rank()) {
      return declared;
    }
    List<Extent> extents = new ArrayList<>(shape.extents());
    for (int axis = 0; axis < extents.size(); axis++) {
      if (!extents.get(axis).isFixed() && other.extent(axis).isFixed()) {
        extents.set(axis, other.extent(axis));
      }
    }
    return new TensorType(declared.dtype(), Shape.of(extents));
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
