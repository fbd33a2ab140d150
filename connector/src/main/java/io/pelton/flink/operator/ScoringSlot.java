package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.metrics.InferenceMetrics;
import io.pelton.flink.model.LoadedModel;
import io.pelton.flink.model.ModelLease;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.util.IOUtils;

/**
 * What one slot needs to score: its share in the model, an executable and Arrow memory of its own.
 */
final class ScoringSlot implements AutoCloseable {
  private final ScoringSpec<?> spec;
  private final ModelLease lease;
  private final ExecutableGraph executable;
  private final ArrowAllocator allocator;
  private final InferenceMetrics metrics;

  private ScoringSlot(
      ScoringSpec<?> spec, ModelLease lease, ArrowAllocator allocator, InferenceMetrics metrics) {
    this.spec = spec;
    this.lease = lease;
    this.executable = lease.model().compiled().newExecutable();
    this.allocator = allocator;
    this.metrics = metrics;
  }

  /** Loads the model unless another slot of the TaskManager has. */
  static ScoringSlot open(
      ScoringSpec<?> spec,
      Environment environment,
      StreamingRuntimeContext context,
      MetricGroup operatorMetrics)
      throws Exception {
    String model = spec.model().name();
    ArrowAllocator allocator =
        ArrowAllocator.open(
            model + " of " + environment.getTaskInfo().getTaskNameWithSubtasks(),
            spec.memoryLimit(),
            "memoryLimit(…) of the inference");
    try {
      InferenceMetrics metrics =
          new InferenceMetrics(
              model, spec.model().location().toString(), operatorMetrics, context, allocator);
      ModelLease lease =
          ModelLease.acquire(
              environment.getSharedResources(),
              spec.model(),
              environment.getUserCodeClassLoader().asClassLoader());
      try {
        return new ScoringSlot(spec, lease, allocator, metrics);
      } catch (Throwable failure) {
        closeAfter(failure, lease);
        throw failure;
      }
    } catch (Throwable failure) {
      closeAfter(failure, allocator);
      throw failure;
    }
  }

  private static void closeAfter(Throwable failure, AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  LoadedModel model() {
    return lease.model();
  }

  List<Port> outputs() {
    return executable.outputs();
  }

  long memoryLimit() {
    return spec.memoryLimit();
  }

  ArrowAllocator allocator() {
    return allocator;
  }

  InferenceMetrics metrics() {
    return metrics;
  }

  /** The model's inputs, in slot order. */
  List<ModelInput> inputs() {
    return InputRules.modelInputs(executable.inputs(), spec.batch().maxRows());
  }

  List<InputBinding> bindings() {
    return spec.inputs().bindings(executable.inputs());
  }

  /** A scorer of batches of this schema. */
  BatchScorer scorer(Schema schema) {
    BatchBinder binder = BatchBinder.of(schema, inputs(), bindings());
    ModelRun run = new ModelRun(spec, model(), executable, metrics);
    return new BatchScorer(run, binder, LengthRules.scorer(run, binder, inputs()).orElse(null));
  }

  /**
   * @throws io.pelton.arrow.AllocatorLeak when someone still holds memory of this slot
   */
  @Override
  public void close() throws Exception {
    IOUtils.closeAll(executable, allocator, lease);
  }
}
