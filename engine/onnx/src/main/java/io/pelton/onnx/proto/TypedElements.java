package io.pelton.onnx.proto;

import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.util.ArrayList;
import java.util.List;

/** Elements in the typed fields of a tensor message, which differ by dtype. */
final class TypedElements {
  private TypedElements() {}

  /** The field in which ONNX keeps elements of a dtype. */
  static String field(DType dtype) {
    return switch (dtype) {
      case F32, C64 -> "float_data";
      case F64, C128 -> "double_data";
      case I64 -> "int64_data";
      case U32, U64 -> "uint64_data";
      case STRING -> "string_data";
      case I32, I16, I8, I4, I2, U16, U8, U4, U2, BOOL -> "int32_data";
      case F16, BF16, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0, F4E2M1 -> "int32_data";
    };
  }

  /** The typed fields that hold anything. */
  static List<String> fields(TensorProto proto) {
    List<String> fields = new ArrayList<>();
    addIf(fields, "float_data", proto.getFloatDataCount());
    addIf(fields, "double_data", proto.getDoubleDataCount());
    addIf(fields, "int32_data", proto.getInt32DataCount());
    addIf(fields, "int64_data", proto.getInt64DataCount());
    addIf(fields, "uint64_data", proto.getUint64DataCount());
    addIf(fields, "string_data", proto.getStringDataCount());
    return fields;
  }

  private static void addIf(List<String> fields, String field, int count) {
    if (count > 0) {
      fields.add(field);
    }
  }

  /**
   * Entries of the dtype's field that this many elements take; sub-byte dtypes pack a byte each.
   */
  static long slots(DType dtype, long elements) {
    return dtype.carrierSlots(elements);
  }

  static int stored(TensorProto proto, DType dtype) {
    return switch (field(dtype)) {
      case "float_data" -> proto.getFloatDataCount();
      case "double_data" -> proto.getDoubleDataCount();
      case "int64_data" -> proto.getInt64DataCount();
      case "uint64_data" -> proto.getUint64DataCount();
      default -> proto.getInt32DataCount();
    };
  }

  /** Expects exactly {@link #slots} entries. */
  static HeapStorage decode(TensorProto proto, DType dtype, int elements) {
    HeapStorage storage = HeapStorage.allocate(dtype, elements);
    int slots = Math.toIntExact(slots(dtype, elements));
    for (int i = 0; i < slots; i++) {
      switch (dtype) {
        case F32, C64 -> storage.floats()[i] = proto.getFloatData(i);
        case F64, C128 -> storage.doubles()[i] = proto.getDoubleData(i);
        case I64 -> storage.longs()[i] = proto.getInt64Data(i);
        case U64 -> storage.longs()[i] = proto.getUint64Data(i);
        case U32 -> storage.ints()[i] = (int) proto.getUint64Data(i);
        case I32 -> storage.ints()[i] = proto.getInt32Data(i);
        case I16, U16, F16, BF16 -> storage.shorts()[i] = (short) proto.getInt32Data(i);
        case BOOL -> storage.bytes()[i] = (byte) (proto.getInt32Data(i) == 0 ? 0 : 1);
        case I8, I4, I2, U8, U4, U2 -> storage.bytes()[i] = (byte) proto.getInt32Data(i);
        case F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0, F4E2M1 ->
            storage.bytes()[i] = (byte) proto.getInt32Data(i);
        case STRING -> throw new IllegalArgumentException("strings are no numbers");
      }
    }
    return storage;
  }
}
