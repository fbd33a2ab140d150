package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.MalformedValue;
import io.pelton.onnx.UnsupportedFeature;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Turns stored tensors into tensors on the heap, but for large ones in second files, which stay
 * mapped. How many bytes a tensor takes is decided by what the file holds, never by what it
 * declares.
 */
public final class TensorDecoder {
  private final String source;
  private final ExternalData external;
  private final ConstantArenas arenas;

  /**
   * @param source the model or file, for messages
   */
  public TensorDecoder(String source, ExternalData external) {
    this(source, external, List.of());
  }

  /**
   * @param source the model or file, for messages
   * @param expected tensors among those that will be decoded, which share memory
   */
  public TensorDecoder(String source, ExternalData external, List<TensorProto> expected) {
    this.source = source;
    this.external = external;
    this.arenas = new ConstantArenas(expected);
  }

  /**
   * @param name of the value that the tensor is, for messages
   * @throws MalformedValue when shape, dtype and data contradict each other
   * @throws io.pelton.onnx.ExternalDataError when its data lie in a file that can't be used
   * @throws UnsupportedFeature when these are more than one mapping holds
   */
  public Tensor decode(TensorProto proto, String name) {
    return decode(proto, name, true);
  }

  /** {@link #decode}, with elements that can be copied as an array. */
  Tensor decodeOnHeap(TensorProto proto, String name) {
    return decode(proto, name, false);
  }

  /**
   * @param mayMap whether data in second files may stay where they are
   */
  private Tensor decode(TensorProto proto, String name, boolean mayMap) {
    DType dtype =
        ElementTypes.of(proto.getDataType())
            .orElseThrow(
                () -> malformed(name, "its element type " + proto.getDataType() + " is not known"));
    check(!proto.hasSegment(), name, "it is stored in segments, which are not supported");
    long[] dims = dims(proto, name);
    long elements = elements(dims, name);
    if (isExternal(proto)) {
      check(dtype != DType.STRING, name, "strings can't be external data");
      checkSize(dtype, elements, name);
    }
    check(
        elements <= Integer.MAX_VALUE,
        name,
        "its shape " + Arrays.toString(dims) + " is above 2^31-1 elements");
    Storage storage = storage(proto, name, dtype, (int) elements, mayMap);
    return new Tensor(storage, Layout.contiguous(dims));
  }

  private static boolean isExternal(TensorProto proto) {
    return proto.getDataLocation() == TensorProto.DataLocation.EXTERNAL;
  }

  private void checkSize(DType dtype, long elements, String name) {
    boolean fits = elements <= Long.MAX_VALUE / dtype.bits();
    if (!fits || RawElements.bytes(dtype, elements) > Integer.MAX_VALUE) {
      throw new UnsupportedFeature(
          source,
          "tensor '" + name + "'",
          "its "
              + elements
              + " elements of "
              + dtype
              + (fits ? " take " + RawElements.bytes(dtype, elements) + " bytes" : " take more")
              + ", above the limit of "
              + Integer.MAX_VALUE
              + " for one tensor; split it along an axis");
    }
  }

  private Storage storage(
      TensorProto proto, String name, DType dtype, int elements, boolean mayMap) {
    if (dtype == DType.STRING) {
      return strings(proto, name, elements);
    }
    if (isExternal(proto)) {
      return external(proto, name, dtype, elements, mayMap);
    }
    List<String> fields = TypedElements.fields(proto);
    if (proto.hasRawData() && (fields.isEmpty() || !proto.getRawData().isEmpty())) {
      check(fields.isEmpty(), name, "it has both raw data and " + fields);
      return raw(proto.getRawData(), name, dtype, elements);
    }
    return typed(proto, name, dtype, elements);
  }

  private Storage external(
      TensorProto proto, String name, DType dtype, int elements, boolean mayMap) {
    long bytes = RawElements.bytes(dtype, elements);
    ByteBuffer data = external.map(proto, name, bytes);
    boolean isReadable = dtype.bits() >= Byte.SIZE && dtype != DType.BOOL;
    return mayMap && isReadable && external.keeps(bytes)
        ? NativeStorage.wrap(dtype, data, () -> {}) // unmapped when nothing reaches it any more
        : raw(data, dtype, elements);
  }

  private Storage raw(ByteString data, String name, DType dtype, int elements) {
    long expected = RawElements.bytes(dtype, elements);
    check(
        data.size() == expected,
        name,
        elements
            + " elements of "
            + dtype
            + " take "
            + expected
            + " bytes but "
            + data.size()
            + " are stored");
    return raw(data.asReadOnlyByteBuffer(), dtype, elements);
  }

  private HeapStorage raw(ByteBuffer data, DType dtype, int elements) {
    HeapStorage storage = arenas.allocate(dtype, elements);
    RawElements.read(data, storage);
    return storage;
  }

  private HeapStorage typed(TensorProto proto, String name, DType dtype, int elements) {
    String expected = TypedElements.field(dtype);
    for (String field : TypedElements.fields(proto)) {
      check(
          field.equals(expected),
          name,
          dtype + " is stored in " + expected + " but it has " + field);
    }
    long slots = TypedElements.slots(dtype, elements);
    int stored = TypedElements.stored(proto, dtype);
    check(
        stored == slots,
        name,
        elements
            + " elements take "
            + slots
            + " entries of "
            + expected
            + " but "
            + stored
            + " are stored");
    return TypedElements.decode(proto, dtype, elements);
  }

  private StringStorage strings(TensorProto proto, String name, int elements) {
    check(!proto.hasRawData(), name, "strings are stored in string_data but it has raw_data");
    for (String field : TypedElements.fields(proto)) {
      check(
          field.equals("string_data"),
          name,
          "strings are stored in string_data but it has " + field);
    }
    check(
        proto.getStringDataCount() == elements,
        name,
        elements + " strings are declared but " + proto.getStringDataCount() + " are stored");
    return Texts.storage(proto.getStringDataList());
  }

  private long[] dims(TensorProto proto, String name) {
    long[] dims = proto.getDimsList().stream().mapToLong(Long::longValue).toArray();
    for (long dim : dims) {
      check(dim >= 0, name, "its shape " + Arrays.toString(dims) + " has a negative length");
    }
    return dims;
  }

  private long elements(long[] dims, String name) {
    try {
      // lengths beside a 0 must not overflow either: strides are their products
      long extent = Layout.elements(Arrays.stream(dims).map(dim -> Math.max(dim, 1)).toArray());
      return Arrays.stream(dims).anyMatch(dim -> dim == 0) ? 0 : extent;
    } catch (ArithmeticException e) {
      throw new MalformedValue(
          source, name, "its shape " + Arrays.toString(dims) + " is above 2^31-1 elements", e);
    }
  }

  private void check(boolean condition, String name, String reason) {
    if (!condition) {
      throw malformed(name, reason);
    }
  }

  MalformedValue malformed(String name, String reason) {
    return new MalformedValue(source, name, reason);
  }
}
