package io.pelton.flink.table;

import io.pelton.flink.table.predict.PredictSpec;
import java.util.Map;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.functions.AsyncPredictFunction;
import org.apache.flink.table.functions.PredictFunction;
import org.apache.flink.table.ml.AsyncPredictRuntimeProvider;
import org.apache.flink.table.ml.ModelProvider;
import org.apache.flink.table.ml.PredictRuntimeProvider;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A model that queries can call row by row and, which is the default, in micro-batches. */
final class PeltonModelProvider implements AsyncPredictRuntimeProvider, PredictRuntimeProvider {
  private static final Logger LOG = LoggerFactory.getLogger(PeltonModelProvider.class);

  private final PredictPlanner planner;
  private final RowType columns;
  private final RowType results;
  private final ReadableConfig session;

  PeltonModelProvider(
      PredictPlanner planner, RowType columns, RowType results, ReadableConfig session) {
    this.planner = planner;
    this.columns = columns;
    this.results = results;
    this.session = session;
  }

  @Override
  public PredictFunction createPredictFunction(Context context) {
    QueryOptions query = new QueryOptions(context.runtimeConfig().toMap(), session);
    PredictSpec spec = planner.plan(columns, results, query.over(planner.options()), 1);
    return new UnboundPredictFunction(unbound(spec));
  }

  @Override
  public AsyncPredictFunction createAsyncPredictFunction(Context context) {
    QueryOptions query = new QueryOptions(context.runtimeConfig().toMap(), session);
    Map<String, String> given = query.over(planner.options());
    int capacity = query.capacity();
    PredictSpec spec = planner.plan(columns, results, given, capacity);
    query.checkTimeout(spec.scoring().batch().linger());
    warnOfFewRows(capacity, planner.rows(given));
    return new UnboundAsyncPredictFunction(unbound(spec));
  }

  private UnboundPrediction unbound(PredictSpec spec) {
    return new UnboundPrediction(spec, planner.description().inputs());
  }

  private void warnOfFewRows(int capacity, int rows) {
    if (capacity < rows) {
      LOG.warn(
          "A query scores at most {} rows of model '{}' together instead of 'batch.max-rows' {}, as"
              + " Flink lets no more be under way: set '{}' to {}, or 'max-concurrent-operations'"
              + " in the MAP of ML_PREDICT.",
          capacity,
          planner.name(),
          rows,
          QueryOptions.capacityKey(),
          2L * rows);
    }
  }

  @Override
  public ModelProvider copy() {
    return new PeltonModelProvider(planner, columns, results, session);
  }
}
