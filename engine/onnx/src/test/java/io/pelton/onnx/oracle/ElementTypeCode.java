package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.TestModel;

/** ONNX's numbers of dtypes. */
final class ElementTypeCode {
  private ElementTypeCode() {}

  static int of(DType dtype) {
    return switch (dtype) {
      case F32 -> TestModel.FLOAT;
      case F64 -> TestModel.DOUBLE;
      case I64 -> TestModel.INT64;
      case I32 -> TestModel.INT32;
      case BOOL -> TestModel.BOOL;
      case STRING -> TestModel.STRING;
      default -> throw new IllegalArgumentException("no case has " + dtype);
    };
  }
}
