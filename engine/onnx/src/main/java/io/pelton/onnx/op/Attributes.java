package io.pelton.onnx.op;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.SparseDecoder;
import io.pelton.onnx.proto.TensorDecoder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The attributes of a node, typed. What a translation does not read is refused in the end: an
 * attribute that means something must not be ignored.
 */
final class Attributes {
  private final OnnxNode node;
  private final TensorDecoder tensors;
  private final Map<String, AttributeProto> attributes = new LinkedHashMap<>();
  private final Set<String> read = new HashSet<>();

  Attributes(OnnxNode node, List<AttributeProto> protos, TensorDecoder tensors) {
    this.node = node;
    this.tensors = tensors;
    for (AttributeProto proto : protos) {
      if (attributes.put(proto.getName(), proto) != null) {
        throw node.invalid("attribute '" + proto.getName() + "' is given twice");
      }
      if (proto.hasRefAttrName()) {
        throw node.invalid(
            "attribute '" + proto.getName() + "' refers to a function's, but is in no function");
      }
    }
  }

  boolean has(String name) {
    return attributes.containsKey(name);
  }

  Optional<Long> integer(String name) {
    return find(name, AttributeType.INT).map(AttributeProto::getI);
  }

  long integer(String name, long fallback) {
    return integer(name).orElse(fallback);
  }

  /** An integer that counts axes or elements of a list. */
  int smallInteger(String name, int fallback) {
    long value = integer(name, fallback);
    node.check(value == (int) value, "attribute '" + name + "' is out of range: " + value);
    return (int) value;
  }

  boolean flag(String name, boolean fallback) {
    return integer(name).map(value -> value != 0).orElse(fallback);
  }

  Optional<Float> number(String name) {
    return find(name, AttributeType.FLOAT).map(AttributeProto::getF);
  }

  float number(String name, float fallback) {
    return number(name).orElse(fallback);
  }

  Optional<ByteString> bytes(String name) {
    return find(name, AttributeType.STRING).map(AttributeProto::getS);
  }

  String text(String name, String fallback) {
    return bytes(name).map(ByteString::toStringUtf8).orElse(fallback);
  }

  /** The constant of an enum that the attribute names. */
  <E extends Enum<E>> E choice(String name, E fallback) {
    String text = text(name, fallback.name());
    E[] constants = fallback.getDeclaringClass().getEnumConstants();
    for (E constant : constants) {
      if (text.equals(constant.name())) {
        return constant;
      }
    }
    throw node.invalid(
        "attribute '"
            + name
            + "' is '"
            + text
            + "' but should be one of "
            + Arrays.toString(constants));
  }

  Optional<long[]> integers(String name) {
    return find(name, AttributeType.INTS)
        .map(proto -> proto.getIntsList().stream().mapToLong(Long::longValue).toArray());
  }

  /** Empty where the attribute is not given. */
  long[] integersOrNone(String name) {
    return integers(name).orElseGet(() -> new long[0]);
  }

  /** As many as expected, or none where the attribute is not given and none are. */
  long[] integers(String name, int expected) {
    long[] list = integersOrNone(name);
    checkLength(name, list.length, expected);
    return list;
  }

  void checkLength(String name, int found, int expected) {
    node.check(found == expected, name + " has " + found + " entries instead of " + expected);
  }

  Optional<float[]> numbers(String name) {
    return find(name, AttributeType.FLOATS)
        .map(
            proto -> {
              float[] numbers = new float[proto.getFloatsCount()];
              for (int i = 0; i < numbers.length; i++) {
                numbers[i] = proto.getFloats(i);
              }
              return numbers;
            });
  }

  /** Empty where the attribute is not given. */
  float[] numbersOrNone(String name) {
    return numbers(name).orElseGet(() -> new float[0]);
  }

  Optional<List<ByteString>> texts(String name) {
    return find(name, AttributeType.STRINGS).map(AttributeProto::getStringsList);
  }

  Optional<Tensor> tensor(String name) {
    return find(name, AttributeType.TENSOR)
        .map(proto -> tensors.decode(proto.getT(), node.name() + "." + name));
  }

  /** A dense tensor, of which the elements beside zero are stored. */
  Optional<Tensor> sparseTensor(String name) {
    return find(name, AttributeType.SPARSE_TENSOR)
        .map(
            proto ->
                new SparseDecoder(tensors)
                    .decode(proto.getSparseTensor(), node.name() + "." + name));
  }

  Optional<GraphProto> graph(String name) {
    return find(name, AttributeType.GRAPH).map(AttributeProto::getG);
  }

  <T> T required(String name, Optional<T> attribute) {
    return attribute.orElseThrow(() -> node.invalid("attribute '" + name + "' is missing"));
  }

  /** For attributes that never had a meaning. */
  void ignore(String name) {
    read.add(name);
  }

  void refuseUnread() {
    for (String name : attributes.keySet()) {
      boolean isLegacy = name.equals("consumed_inputs") && node.opset() < 6;
      node.check(
          read.contains(name) || isLegacy,
          "attribute '"
              + name
              + "' does not exist for this operator in opset "
              + node.opset()
              + "; remove it or correct the opset");
    }
  }

  private Optional<AttributeProto> find(String name, AttributeType type) {
    read.add(name);
    AttributeProto proto = attributes.get(name);
    if (proto == null) {
      return Optional.empty();
    }
    // files before IR version 2 do not say the type
    boolean fits = proto.hasType() ? proto.getType() == type : isSet(proto, type);
    node.check(
        fits,
        "attribute '"
            + name
            + "' should be of type "
            + type
            + " but is "
            + (proto.hasType() ? proto.getType() : "another"));
    return Optional.of(proto);
  }

  private static boolean isSet(AttributeProto proto, AttributeType type) {
    return switch (type) {
      case FLOAT -> proto.hasF();
      case INT -> proto.hasI();
      case STRING -> proto.hasS();
      case TENSOR -> proto.hasT();
      case FLOATS -> proto.getFloatsCount() > 0;
      case INTS -> proto.getIntsCount() > 0;
      case STRINGS -> proto.getStringsCount() > 0;
      case GRAPH -> proto.hasG();
      default -> false;
    };
  }
}
