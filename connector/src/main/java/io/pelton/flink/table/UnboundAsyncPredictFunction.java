package io.pelton.flink.table;

import io.pelton.flink.table.predict.PeltonAsyncPredictFunction;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncPredictFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;

/** Becomes a function that scores micro-batches as soon as the planner knows its arguments. */
final class UnboundAsyncPredictFunction extends AsyncPredictFunction
    implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  private final transient UnboundPrediction prediction;

  UnboundAsyncPredictFunction(UnboundPrediction prediction) {
    this.prediction = prediction;
  }

  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    return new PeltonAsyncPredictFunction(prediction.bind(context));
  }

  @Override
  public CompletableFuture<Collection<RowData>> asyncPredict(RowData row) {
    throw new UnsupportedOperationException("a function takes this one's place at planning");
  }
}
