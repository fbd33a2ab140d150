package io.pelton.flink.table.function;

import io.pelton.flink.table.predict.PeltonPredictFunction;
import io.pelton.flink.table.predict.PredictSpec;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;

/** What runs in a task for one call of {@link Predict}. */
@Internal
public final class PredictCall extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private final PeltonPredictFunction function;
  private final SinglePrediction value;
  private transient SinglePrediction.Reader reader;

  PredictCall(PredictSpec spec, SinglePrediction value) {
    this.function = new PeltonPredictFunction(spec);
    this.value = value;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    reader = value.reader();
    function.open(context);
  }

  /** The prediction; null for no row. All arguments but the row are known already. */
  public Object eval(Object... arguments) {
    RowData row = (RowData) arguments[PredictionCall.ROW];
    return row == null ? null : reader.read(function.predict(row));
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
    return PredictionTypes.inference(SinglePrediction::type, true);
  }
}
