package io.pelton.flink.table.function;

import io.pelton.engine.error.PeltonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentCount;
import org.apache.flink.table.types.inference.CallContext;
import org.apache.flink.table.types.inference.ConstantArgumentCount;
import org.apache.flink.table.types.inference.InputTypeStrategy;
import org.apache.flink.table.types.inference.Signature;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.DataTypeUtils;

/**
 * The arguments of prediction functions: a model, a row and, if there are any, options; all but the
 * row are constants, so that the model is read when the query is planned.
 */
final class PredictionTypes implements InputTypeStrategy {
  private final boolean takesMap;

  private PredictionTypes(boolean takesMap) {
    this.takesMap = takesMap;
  }

  /**
   * @param result what comes out of columns
   * @param takesMap whether the options may be a map
   */
  static TypeInference inference(Function<RowType, LogicalType> result, boolean takesMap) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(new PredictionTypes(takesMap))
        .outputTypeStrategy(
            call -> Optional.of(DataTypeUtils.toInternalDataType(result(call, result))))
        .build();
  }

  private static LogicalType result(CallContext call, Function<RowType, LogicalType> result) {
    try {
      return result.apply(PredictionCall.of(call, new Configuration()).results());
    } catch (PeltonException e) {
      throw refused(call, e);
    }
  }

  private static ValidationException refused(CallContext call, PeltonException e) {
    return new ValidationException(call.getName() + ": " + e.getMessage(), e);
  }

  @Override
  public ArgumentCount getArgumentCount() {
    return ConstantArgumentCount.from(PredictionCall.OPTIONS);
  }

  @Override
  public Optional<List<DataType>> inferInputTypes(CallContext call, boolean throwOnFailure) {
    List<DataType> arguments = call.getArgumentDataTypes();
    LogicalType row = arguments.get(PredictionCall.ROW).getLogicalType();
    if (PredictionCall.text(call, PredictionCall.MODEL).isEmpty()) {
      return call.fail(
          throwOnFailure,
          "%s: expected where the model is as a constant text, found something else as argument 1;"
              + " write its path or URI in quotes.",
          call.getName());
    }
    if (!row.isAnyOf(LogicalTypeRoot.ROW, LogicalTypeRoot.STRUCTURED_TYPE)) {
      return call.fail(
          throwOnFailure,
          "%s: expected a ROW as argument 2, found %s; write ROW(…) around the values.",
          call.getName(),
          row.asSummaryString());
    }
    boolean isMap = PredictionCall.givesMap(call);
    if (isMap && !takesMap) {
      return call.fail(
          throwOnFailure,
          "%s: expected options as 'key', 'value', … behind the row, found a MAP, which Flink"
              + " computes before asynchronous calls; leave out MAP[ and ].",
          call.getName());
    }
    if (isMap ? PredictionCall.map(call).isEmpty() : PredictionCall.pairs(call).isEmpty()) {
      return call.fail(
          throwOnFailure,
          "%s: expected options as 'key', 'value', … %sof constant texts behind the row, found"
              + " something else; write the options out.",
          call.getName(),
          takesMap ? "or MAP['key', 'value', …] " : "");
    }
    return check(call, throwOnFailure)
        ? Optional.of(
            arguments.stream()
                .map(argument -> DataTypeUtils.toInternalDataType(argument.getLogicalType()))
                .toList())
        : Optional.empty();
  }

  /** Holds the row against the model. */
  private static boolean check(CallContext call, boolean throwOnFailure) {
    try {
      PredictionCall.of(call, new Configuration()).plan(1);
      return true;
    } catch (PeltonException e) {
      if (throwOnFailure) {
        throw refused(call, e);
      }
      return false;
    }
  }

  @Override
  public List<Signature> getExpectedSignatures(FunctionDefinition definition) {
    Signature.Argument model = Signature.Argument.of("model", "<constant STRING>");
    Signature.Argument row = Signature.Argument.of("row", "ROW<…>");
    Signature.Argument pairs = Signature.Argument.of("options", "<constant STRING>...");
    List<Signature> signatures = new ArrayList<>();
    signatures.add(Signature.of(model, row));
    signatures.add(Signature.of(model, row, pairs));
    if (takesMap) {
      Signature.Argument map = Signature.Argument.of("options", "<constant MAP<STRING, STRING>>");
      signatures.add(Signature.of(model, row, map));
    }
    return signatures;
  }
}
