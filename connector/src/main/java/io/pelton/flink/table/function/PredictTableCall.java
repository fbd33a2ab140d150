package io.pelton.flink.table.function;

import io.pelton.flink.table.predict.PeltonPredictFunction;
import io.pelton.flink.table.predict.PredictSpec;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.TableFunction;
import org.apache.flink.table.types.inference.TypeInference;

/** What runs in a task for one call of {@link PredictTable}. */
@Internal
public final class PredictTableCall extends TableFunction<RowData> {
  private static final long serialVersionUID = 1L;

  private final PeltonPredictFunction function;
  private final SpreadPrediction rows;
  private transient SpreadPrediction.Spreader spreader;

  PredictTableCall(PredictSpec spec, SpreadPrediction rows) {
    this.function = new PeltonPredictFunction(spec);
    this.rows = rows;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    spreader = rows.spreader();
    function.open(context);
  }

  /** Collects the prediction's rows; none for no row. All other arguments are known already. */
  public void eval(Object... arguments) {
    RowData row = (RowData) arguments[PredictionCall.ROW];
    if (row != null) {
      function.predict(row).forEach(prediction -> spreader.spread(prediction, this::collect));
    }
  }

  @Override
  public void close() throws Exception {
    function.close();
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory typeFactory) {
    return PredictionTypes.inference(SpreadPrediction::type, true);
  }
}
