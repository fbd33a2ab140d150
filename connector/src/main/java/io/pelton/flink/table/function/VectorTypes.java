package io.pelton.flink.table.function;

import io.pelton.engine.tensor.DType;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * The types of vectors: arrays of FLOAT where all that are given are, and arrays of DOUBLE for all
 * other numbers.
 */
final class VectorTypes implements InputTypeStrategy {
  private final int operands;

  private VectorTypes(int operands) {
    this.operands = operands;
  }

  static TypeInference inference(VectorFormula formula) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new VectorTypes(formula.operands()))
        .outputTypeStrategy(
            call -> Optional.of(result(formula, dtype(call.getArgumentDataTypes()))))
        .build();
  }

  /** In which a call with such arguments is computed: F32 or F64. */
  static DType dtype(List<DataType> arguments) {
    boolean isSingle =
        arguments.stream()
            .map(argument -> element(argument.getLogicalType()))
            .allMatch(element -> element.is(LogicalTypeRoot.FLOAT));
    return isSingle ? DType.F32 : DType.F64;
  }

  private static LogicalType element(LogicalType vector) {
    return ((ArrayType) vector).getElementType();
  }

  private static DataType result(VectorFormula formula, DType dtype) {
    return formula.givesVector() ? vector(dtype) : number(dtype);
  }

  private static DataType number(DType dtype) {
    return dtype == DType.F32 ? DataTypes.FLOAT() : DataTypes.DOUBLE();
  }

  private static DataType vector(DType dtype) {
    return DataTypes.ARRAY(number(dtype)).bridgedTo(ArrayData.class);
  }

  @Override
  public ArgumentCount getArgumentCount() {
    return ConstantArgumentCount.of(operands);
  }

  @Override
  public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
    List<DataType> arguments = call.getArgumentDataTypes();
    for (int i = 0; i < arguments.size(); i++) {
      LogicalType type = arguments.get(i).getLogicalType();
      if (!isVector(type)) {
        return call.fail(
            throwOnFailure,
            "%s: expected vectors as ARRAY<FLOAT> or ARRAY<DOUBLE>, found %s as argument %d;"
                + " give an array of numbers, such as a model's output.",
            call.getName(),
            type.asSummaryString(),
            i + 1);
      }
    }
    return Optional.of(Collections.nCopies(operands, vector(dtype(arguments))));
  }

  private static boolean isVector(LogicalType type) {
    return type.is(LogicalTypeRoot.ARRAY) && element(type).is(LogicalTypeFamily.NUMERIC);
  }

  @Override
  public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
    return List.of(signature("ARRAY<FLOAT>"), signature("ARRAY<DOUBLE>"));
  }

  private Signature signature(String type) {
    return Signature.of(Collections.nCopies(operands, Signature.Argument.of(type)));
  }
}
