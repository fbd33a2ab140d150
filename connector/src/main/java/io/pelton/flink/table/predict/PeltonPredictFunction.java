package io.pelton.flink.table.predict;

import io.pelton.flink.operator.RowFailure;
import java.util.Collection;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.PredictFunction;
import org.apache.flink.util.ExceptionUtils;

/** Scores each row when it comes, by itself, on the task's thread. */
@Internal
public final class PeltonPredictFunction extends PredictFunction {
  private static final long serialVersionUID = 1L;

  private final PredictSpec spec;
  private transient Predictor predictor;
  private transient RowOutcomes outcomes;

  public PeltonPredictFunction(PredictSpec spec) {
    this.spec = spec.singly();
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    predictor = Predictor.open(spec, context);
    outcomes = predictor.outcomes();
  }

  /**
   * The row's prediction; none for a row that is left out.
   *
   * @throws io.pelton.flink.error.BadRecord for one that can't be scored, where that is to fail
   */
  @Override
  @SuppressWarnings("unchecked")
  public Collection<RowData> predict(RowData row) {
    long begun = System.nanoTime();
    Object outcome;
    RowFailure failure = predictor.scorer().add(row);
    if (failure == null) {
      outcome = score();
    } else {
      outcome = outcomes.outcome(failure);
    }
    if (outcome instanceof Throwable reason) {
      ExceptionUtils.rethrow(reason);
    }
    outcomes.setLatency(outcome, System.nanoTime() - begun);
    return (Collection<RowData>) outcome;
  }

  private Object score() {
    outcomes.begin(1);
    try {
      predictor.scorer().score(outcomes);
    } catch (Exception e) {
      outcomes.end();
      return e;
    }
    return outcomes.end()[0];
  }

  @Override
  public void close() throws Exception {
    if (predictor != null) {
      predictor.close();
    }
  }
}
