package io.pelton.flink.rowdata;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.columnar.vector.BytesColumnVector;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarBinaryType;

/** Text and bytes; Flink wants each value in an array of its own. Null where types do not fit. */
final class TextViews {
  private TextViews() {}

  private interface Arrays {
    byte[] at(int index);
  }

  private static final class BytesView extends ArrowColumn implements BytesColumnVector {
    private final Arrays arrays;

    BytesView(FieldVector vector, Arrays arrays) {
      super(vector);
      this.arrays = arrays;
    }

    @Override
    public Bytes getBytes(int i) {
      byte[] bytes = arrays.at(i);
      return new Bytes(bytes, 0, bytes.length);
    }
  }

  static VectorView texts(Field field) {
    return switch (field.getType().getTypeID()) {
      case Utf8 -> variable();
      case LargeUtf8 ->
          (vector, dictionaries, origin) ->
              new BytesView(vector, ((LargeVarCharVector) vector)::get);
      case Utf8View ->
          (vector, dictionaries, origin) ->
              new BytesView(vector, ((ViewVarCharVector) vector)::get);
      default -> null;
    };
  }

  static VectorView bytes(LogicalType type, Field field) {
    return switch (field.getType().getTypeID()) {
      case Binary -> variable();
      case LargeBinary ->
          (vector, dictionaries, origin) ->
              new BytesView(vector, ((LargeVarBinaryVector) vector)::get);
      case BinaryView ->
          (vector, dictionaries, origin) ->
              new BytesView(vector, ((ViewVarBinaryVector) vector)::get);
      case FixedSizeBinary ->
          fits(type, ((ArrowType.FixedSizeBinary) field.getType()).getByteWidth())
              ? (vector, dictionaries, origin) ->
                  new BytesView(vector, ((FixedSizeBinaryVector) vector)::get)
              : null;
      default -> null;
    };
  }

  private static boolean fits(LogicalType type, int width) {
    return type instanceof BinaryType binary
        ? binary.getLength() == width
        : ((VarBinaryType) type).getLength() >= width;
  }

  private static VectorView variable() {
    return (vector, dictionaries, origin) -> {
      BaseVariableWidthVector texts = (BaseVariableWidthVector) vector;
      ArrowBuf offsets = texts.getOffsetBuffer();
      ArrowBuf values = texts.getDataBuffer();
      return new BytesView(
          vector,
          i -> {
            int start = offsets.getInt(4L * i);
            byte[] bytes = new byte[offsets.getInt(4L * i + 4) - start];
            values.getBytes(start, bytes);
            return bytes;
          });
    };
  }
}
