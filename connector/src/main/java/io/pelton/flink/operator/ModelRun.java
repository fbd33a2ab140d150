package io.pelton.flink.operator;

import io.pelton.arrow.BoundBatch;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.error.RowsMixed;
import io.pelton.flink.metrics.InferenceMetrics;
import io.pelton.flink.model.LoadedModel;

/** Runs one slot's executable on rows that are bound. */
final class ModelRun {
  private final ScoringSpec<?> spec;
  private final LoadedModel model;
  private final ExecutableGraph executable;
  private final InferenceMetrics metrics;

  ModelRun(
      ScoringSpec<?> spec,
      LoadedModel model,
      ExecutableGraph executable,
      InferenceMetrics metrics) {
    this.spec = spec;
    this.model = model;
    this.executable = executable;
    this.metrics = metrics;
  }

  ScoringSpec<?> spec() {
    return spec;
  }

  LoadedModel model() {
    return model;
  }

  ExecutableGraph executable() {
    return executable;
  }

  /**
   * Runs on rows, of which there are some.
   *
   * @return null when the outputs are in the executable, or why a row can't be scored
   * @throws RowsMixed where the model mixes rows that it should not
   * @throws RuntimeException what is not about a row
   */
  RowFailure run(BoundBatch bound) {
    long begun = metrics.begin(bound.rows());
    try {
      executable.runSlots(bound.tensors().toArray(new Tensor[0]));
    } catch (RuntimeException e) {
      metrics.refused();
      return BatchScorer.orThrow(RowFailure.running(e, bound, model), e);
    }
    checkRowsStayApart();
    metrics.scored(bound.rows(), begun);
    return null;
  }

  private void checkRowsStayApart() {
    if (spec.mayMixRows()) {
      return;
    }
    if (model.compiled().mixesRows()) {
      throw new RowsMixed(spec.model().name(), "mixes the rows of a batch");
    }
    if (model.compiled().runsInSegments()) {
      throw new RowsMixed(
          spec.model().name(),
          "has shapes that depend on values, so that its rows can't be shown to stay apart");
    }
  }
}
