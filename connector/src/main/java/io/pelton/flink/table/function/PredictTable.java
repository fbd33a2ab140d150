package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.TableFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.types.inference.TypeInference;

/**
 * {@code PREDICT_TABLE(model, ROW(…)[, 'option', 'value', …])}: as {@link Predict}, but one row for
 * each element of the outputs that are vectors, under its {@code position} from 0 on, or for each
 * entry of the output that is a map, under its {@code key}. Of outputs with fewer elements than
 * others the rows behind their end have null; outputs with one value have it in every row.
 *
 * <pre>{@code
 * SELECT id, class, probability
 * FROM flowers, LATERAL TABLE(PREDICT_TABLE('iris.onnx', ROW(a, b, c, d),
 *   'output.mapping', 'p=probabilities')) AS p (class, probability)
 * }</pre>
 */
@PublicEvolving
public final class PredictTable extends TableFunction<RowData> implements SpecializedFunction {
  private static final long serialVersionUID = 1L;

  /** Stands for the calls that {@link #specialize} makes; it is not called itself. */
  @SuppressWarnings("DoNotCallSuggester")
  public void eval(Object... arguments) {
    throw new UnsupportedOperationException("PREDICT_TABLE is called through a table environment");
  }

  /**
   * @throws io.pelton.engine.error.PeltonException for a model that can't be read, an option that
   *     breaks its rule, or a row that does not suit the model
   */
  @Override
  public UserDefinedFunction specialize(SpecializedContext context) {
    PredictionCall call = PredictionCall.of(context.getCallContext(), context.getConfiguration());
    return new PredictTableCall(call.plan(1), new SpreadPrediction(call.results()));
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return PredictionTypes.inference(SpreadPrediction::type, true);
  }

  /** False, so that models are loaded where the query runs only. */
  @Override
  public boolean supportsConstantFolding() {
    return false;
  }
}
