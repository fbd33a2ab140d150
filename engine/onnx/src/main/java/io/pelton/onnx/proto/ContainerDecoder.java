package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.MappingType;
import io.pelton.engine.graph.ValueType.SequenceType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.MalformedValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes SequenceProto and MapProto, for which there are no generated classes, by their field
 * numbers in {@code onnx-data.proto}. The expected type bounds the nesting.
 */
final class ContainerDecoder {
  private static final int SEQUENCE_ELEMENT_TYPE = 2;
  private static final int SEQUENCE_TENSORS = 3;
  private static final int SEQUENCE_SEQUENCES = 5;
  private static final int SEQUENCE_MAPS = 6;
  private static final int MAP_KEYS = 3;
  private static final int MAP_STRING_KEYS = 4;
  private static final int MAP_VALUES = 5;

  private final String source;
  private final TensorDecoder tensors;

  ContainerDecoder(String source, TensorDecoder tensors) {
    this.source = source;
    this.tensors = tensors;
  }

  Sequence sequence(ByteString message, SequenceType type) throws IOException {
    return new Sequence(elements(message, type.element()));
  }

  private List<Value> elements(ByteString message, ValueType element) throws IOException {
    int expected = field(element);
    List<Value> values = new ArrayList<>();
    CodedInputStream decoder = MappedMessage.decoder(message);
    for (int tag = decoder.readTag(); tag != 0; tag = decoder.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      if (field > SEQUENCE_ELEMENT_TYPE && field <= SEQUENCE_MAPS + 1) {
        check(
            field == expected,
            "its elements should be of type " + element + " but field " + field + " is set");
        values.add(element(decoder.readBytes(), element));
      } else {
        skip(decoder, tag);
      }
    }
    return values;
  }

  private static int field(ValueType element) {
    if (element instanceof TensorType) {
      return SEQUENCE_TENSORS;
    }
    return element instanceof SequenceType ? SEQUENCE_SEQUENCES : SEQUENCE_MAPS;
  }

  private Value element(ByteString message, ValueType type) throws IOException {
    if (type instanceof SequenceType sequence) {
      return sequence(message, sequence);
    }
    if (type instanceof MappingType mapping) {
      return mapping(message, mapping);
    }
    TensorProto proto = TensorProto.parseFrom(MappedMessage.decoder(message));
    return tensors.decode(proto, proto.getName());
  }

  Mapping mapping(ByteString message, MappingType type) throws IOException {
    List<Long> integers = new ArrayList<>();
    List<ByteString> texts = new ArrayList<>();
    List<Value> values = List.of();
    CodedInputStream decoder = MappedMessage.decoder(message);
    for (int tag = decoder.readTag(); tag != 0; tag = decoder.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case MAP_KEYS -> readIntegers(decoder, tag, integers);
        case MAP_STRING_KEYS -> texts.add(decoder.readBytes());
        case MAP_VALUES -> values = elements(decoder.readBytes(), type.value());
        default -> skip(decoder, tag);
      }
    }
    check(integers.isEmpty() || texts.isEmpty(), "a map has both integer and string keys");
    boolean isText = !texts.isEmpty() || (integers.isEmpty() && type.key() == DType.STRING);
    Tensor keys = isText ? Texts.tensor(texts) : integers(integers);
    check(
        keys.layout().elements() == values.size(),
        "a map has " + keys.layout().elements() + " keys but " + values.size() + " values");
    return new Mapping(keys, join(values, type));
  }

  private static void readIntegers(CodedInputStream decoder, int tag, List<Long> integers)
      throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      integers.add(decoder.readInt64());
      return;
    }
    int outer = decoder.pushLimit(decoder.readRawVarint32());
    while (decoder.getBytesUntilLimit() > 0) {
      integers.add(decoder.readInt64());
    }
    decoder.popLimit(outer);
  }

  private static Tensor integers(List<Long> integers) {
    return Tensor.of(integers.stream().mapToLong(Long::longValue).toArray(), integers.size());
  }

  /** A map's values are tensors of one element each; the engine keeps them in one. */
  private Tensor join(List<Value> values, MappingType type) {
    check(type.value() instanceof TensorType, "values of maps should be tensors");
    DType dtype =
        values.isEmpty() ? ((TensorType) type.value()).dtype() : ((Tensor) values.get(0)).dtype();
    check(dtype.bits() == 0 || dtype.bits() >= 8, "values of maps can't be " + dtype);
    Tensor joined = Tensor.allocate(dtype, dtype == DType.STRING ? 0 : values.size());
    for (int i = 0; i < values.size(); i++) {
      Tensor value = (Tensor) values.get(i);
      check(
          value.dtype() == dtype && value.layout().elements() == 1,
          "a map's value "
              + i
              + " should be one "
              + dtype
              + " but is "
              + value.dtype()
              + value.layout());
      append(joined, i, value);
    }
    return new Tensor(joined.storage(), Layout.contiguous(values.size()));
  }

  private static void append(Tensor joined, int index, Tensor value) {
    if (joined.storage() instanceof StringStorage strings) {
      strings.append((StringStorage) value.storage(), 0);
    } else {
      HeapStorage from = (HeapStorage) value.storage();
      HeapStorage to = (HeapStorage) joined.storage();
      int slots = Math.toIntExact(to.dtype().carrierSlots(1));
      System.arraycopy(from.array(), from.base(), to.array(), index * slots, slots);
    }
  }

  /** Fields that mean nothing here, such as names, and unknown ones. */
  private static void skip(CodedInputStream decoder, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP) {
      decoder.checkLastTagWas(0);
    }
    decoder.skipField(tag);
  }

  private void check(boolean condition, String reason) {
    if (!condition) {
      throw new MalformedValue(source, "value", reason);
    }
  }
}
