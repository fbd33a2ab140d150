package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * {@code PREDICT(model, ROW(…)[, 'option', 'value', …])}: what a model says of a row; null for a
 * row that is null or left out. Rows are scored one by one, on the task's thread.
 *
 * <p>The model is where the option {@code model} of {@code CREATE MODEL} would say it is, and a
 * constant, as are the options, which are those of {@code CREATE MODEL}, one by one or as {@code
 * MAP['option', 'value', …]}. Fields of the row are matched with inputs as the columns of a model
 * are; those without names of their own are the inputs in order. The result is the model's output
 * if it has one, and a row of them otherwise; {@code output.mapping} chooses some.
 */
@PublicEvolving
public final class Predict extends ScalarFunction implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  /** Stands for the calls that {@link #specialize} makes; it is not called itself. */
  @SuppressWarnings("DoNotCallSuggester")
  public Object eval(Object... arguments) {
    throw new UnsupportedOperationException("PREDICT is called through a table environment");
  }

  /**
   * @throws io.pelton.engine.error.PeltonException for a model that can't be read, an option that
   *     breaks its rule, or a row that does not suit the model
   */
  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    PredictionCall call = PredictionCall.of(context.getCallContext(), context.getConfiguration());
    return new PredictCall(call.plan(1), new SinglePrediction(call.results()));
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return PredictionTypes.inference(SinglePrediction::type, true);
  }

  /** False, so that models are loaded where the query runs only. */
  @Override
  public boolean supportsConstantFolding() {
    return false;
  }
}
