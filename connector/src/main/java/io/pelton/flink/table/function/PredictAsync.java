package io.pelton.flink.table.function;

import java.util.concurrent.CompletableFuture;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.AsyncScalarFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code PREDICT_ASYNC(model, ROW(…)[, 'option', 'value', …])}: as {@link Predict}, but rows are
 * scored in micro-batches, of no more rows than {@code
 * table.exec.async-scalar.max-concurrent-operations}, which is 10 unless it is set. The options
 * can't be a MAP.
 */
@PublicEvolving
public final class PredictAsync extends AsyncScalarFunction implements SpecializedFunction {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(PredictAsync.class);

  /** Stands for the calls that {@link #specialize} makes; it is not called itself. */
  @SuppressWarnings("DoNotCallSuggester")
  public void eval(CompletableFuture<Object> result, Object... arguments) {
    throw new UnsupportedOperationException("PREDICT_ASYNC is called through a table environment");
  }

  /**
   * @throws io.pelton.engine.error.PeltonException for a model that can't be read, an option that
   *     breaks its rule, or a row that does not suit the model
   */
  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    PredictionCall call = PredictionCall.of(context.getCallContext(), context.getConfiguration());
    ConfigOption<Integer> option =
        ExecutionConfigOptions.TABLE_EXEC_ASYNC_SCALAR_MAX_CONCURRENT_OPERATIONS;
    int capacity = Math.max(1, context.getConfiguration().get(option));
    int rows = call.rows();
    if (rows > capacity) {
      LOG.warn(
          "PREDICT_ASYNC scores {} rows at a time at most, not {}, since no more are under way;"
              + " SET '{}' = '{}' for batches that fill up",
          capacity,
          rows,
          option.key(),
          2 * rows);
    }
    return new PredictAsyncCall(call.plan(capacity), new SinglePrediction(call.results()));
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return PredictionTypes.inference(SinglePrediction::type, false);
  }

  /** False, so that models are loaded where the query runs only. */
  @Override
  public boolean supportsConstantFolding() {
    return false;
  }
}
