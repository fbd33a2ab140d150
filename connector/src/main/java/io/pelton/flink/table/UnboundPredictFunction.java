package io.pelton.flink.table;

import io.pelton.flink.table.predict.PeltonPredictFunction;
import java.util.Collection;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.PredictFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;

/** Becomes a function that scores row by row as soon as the planner knows its arguments. */
final class UnboundPredictFunction extends PredictFunction implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  private final transient UnboundPrediction prediction;

  UnboundPredictFunction(UnboundPrediction prediction) {
    this.prediction = prediction;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    return new PeltonPredictFunction(prediction.bind(context));
  }

  @Override
  public Collection<RowData> predict(RowData row) {
    throw new UnsupportedOperationException("a function takes this one's place at planning");
  }
}
