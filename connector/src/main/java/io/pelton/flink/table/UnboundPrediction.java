package io.pelton.flink.table;

import io.pelton.arrow.ArrowBridgeException;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.UnsupportedField;
import io.pelton.flink.table.predict.PredictSpec;
import java.util.List;
import org.apache.flink.table.functions.SpecializedFunction.SpecializedContext;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A prediction of a query whose arguments are not known yet.
 *
 * @param spec for arguments of the declared types
 */
record UnboundPrediction(PredictSpec spec, List<Port> inputs) {
  /** What is to be told to a function that is called like this. */
  PredictSpec bind(SpecializedContext context) {
    List<LogicalType> passed =
        context.getCallContext().getArgumentDataTypes().stream()
            .map(DataType::getLogicalType)
            .toList();
    RowType arguments = ArgumentTypes.of(spec.arguments(), passed);
    PredictSpec bound =
        new PredictSpec(
            spec.scoring(),
            arguments,
            spec.results(),
            spec.errors(),
            spec.capacity(),
            spec.workers(),
            spec.text());
    try {
      bound.encoding().check(inputs, bound.scoring());
    } catch (ArrowBridgeException | UnsupportedField e) {
      throw new ColumnMismatch(
          String.join(", ", arguments.getFieldNames()),
          spec.arguments().asSummaryString() + ", as model '" + model() + "' declares them",
          arguments.asSummaryString() + ", which the model does not take: " + e.getMessage(),
          "cast the columns in the query");
    }
    return bound;
  }

  private String model() {
    return spec.scoring().model().name();
  }
}
