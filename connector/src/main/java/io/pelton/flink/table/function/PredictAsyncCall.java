package io.pelton.flink.table.function;

import io.pelton.flink.table.predict.PeltonAsyncPredictFunction;
import io.pelton.flink.table.predict.PredictSpec;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncScalarFunction;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.util.concurrent.FutureUtils;

/** What runs in a task for one call of {@link PredictAsync}. */
@Internal
public final class PredictAsyncCall extends AsyncScalarFunction {
  private static final long serialVersionUID = 1L;

  private final PeltonAsyncPredictFunction function;
  private final SinglePrediction value;
  private transient SinglePrediction.Reader reader;

  PredictAsyncCall(PredictSpec spec, SinglePrediction value) {
    this.function = new PeltonAsyncPredictFunction(spec);
    this.value = value;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    reader = value.reader();
    function.open(context);
  }

  /**
   * Completes the future with the prediction, on whichever thread scores the batch. All arguments
   * but the row are known already.
   */
  public void eval(CompletableFuture<Object> result, Object... arguments) {
    RowData row = (RowData) arguments[PredictionCall.ROW];
    if (row == null) {
      result.complete(null);
      return;
    }
    FutureUtils.forward(function.asyncPredict(row).thenApply(reader::read), result);
  }

  @Override
  public void close() throws Exception {
    function.close();
  }

  @Override
  public boolean supportsConstantFolding() {
    return false;
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return PredictionTypes.inference(SinglePrediction::type, false);
  }
}
