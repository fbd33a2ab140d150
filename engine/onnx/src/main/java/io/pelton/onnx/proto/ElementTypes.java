package io.pelton.onnx.proto;

import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;

/** The numbers and names that ONNX gives to element types ({@code TensorProto.DataType}). */
public final class ElementTypes {
  private record Row(String name, DType dtype) {}

  /** In the order of their numbers, from 1. */
  private static final List<Row> ROWS =
      List.of(
          new Row("FLOAT", DType.F32),
          new Row("UINT8", DType.U8),
          new Row("INT8", DType.I8),
          new Row("UINT16", DType.U16),
          new Row("INT16", DType.I16),
          new Row("INT32", DType.I32),
          new Row("INT64", DType.I64),
          new Row("STRING", DType.STRING),
          new Row("BOOL", DType.BOOL),
          new Row("FLOAT16", DType.F16),
          new Row("DOUBLE", DType.F64),
          new Row("UINT32", DType.U32),
          new Row("UINT64", DType.U64),
          new Row("COMPLEX64", DType.C64),
          new Row("COMPLEX128", DType.C128),
          new Row("BFLOAT16", DType.BF16),
          new Row("FLOAT8E4M3FN", DType.F8E4M3FN),
          new Row("FLOAT8E4M3FNUZ", DType.F8E4M3FNUZ),
          new Row("FLOAT8E5M2", DType.F8E5M2),
          new Row("FLOAT8E5M2FNUZ", DType.F8E5M2FNUZ),
          new Row("UINT4", DType.U4),
          new Row("INT4", DType.I4),
          new Row("FLOAT4E2M1", DType.F4E2M1),
          new Row("FLOAT8E8M0", DType.F8E8M0),
          new Row("UINT2", DType.U2),
          new Row("INT2", DType.I2));

  private ElementTypes() {}

  /** The dtype of a number; empty for 0, which means undefined, and for unknown ones. */
  public static Optional<DType> of(long code) {
    return code < 1 || code > ROWS.size()
        ? Optional.empty()
        : Optional.of(ROWS.get((int) code - 1).dtype());
  }

  /** The dtype of a name such as {@code FLOAT}. */
  public static Optional<DType> of(String name) {
    return ROWS.stream().filter(row -> row.name().equals(name)).findFirst().map(Row::dtype);
  }
}
