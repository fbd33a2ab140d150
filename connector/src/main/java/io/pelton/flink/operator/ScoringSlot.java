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
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.util.IOUtils;

/**
 * What one slot needs to score: its share in the model, an executable and Arrow memory of its own.
 */
final class ScoringSlot implements AutoCloseable {
  private final ScoringSpec<?> spec;
  private final SlotMemory memory;
  private final ModelLease lease;
  private final ExecutableGraph executable;
  private final InferenceMetrics metrics;

  private ScoringSlot(
      ScoringSpec<?> spec, SlotMemory memory, ModelLease lease, AbstractStreamOperator<?> operator) {
    this.spec = spec;
    this.memory = memory;
    this.lease = lease;
    this.executable = lease.model().compiled().newExecutable();
    this.metrics =
        new InferenceMetrics(
            spec.model().name(),
            spec.model().location().toString(),
            operator.getMetricGroup(),
            operator.getRuntimeContext(),
            memory.allocator());
  }

  /**
   * Reserves memory, and loads the model unless another slot of the TaskManager has.
   *
   * @param operator that is being opened
   * @throws io.pelton.flink.error.NotEnoughMemory when the slot has too little managed memory
   */
  static ScoringSlot open(ScoringSpec<?> spec, AbstractStreamOperator<?> operator)
      throws Exception {
    Environment environment = operator.getContainingTask().getEnvironment();
    SlotMemory memory = SlotMemory.reserve(spec, operator.getOperatorConfig(), environment);
    try {
      ModelLease lease =
          ModelLease.acquire(
              environment.getSharedResources(),
              spec.model(),
              environment.getUserCodeClassLoader().asClassLoader());
      try {
        return new ScoringSlot(spec, memory, lease, operator);
      } catch (Throwable failure) {
        closeAfter(failure, lease);
        throw failure;
      }
    } catch (Throwable failure) {
      closeAfter(failure, memory);
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

  /** Bytes of Arrow memory that this slot may hold. */
  long memoryLimit() {
    return memory.reserved();
  }

  ArrowAllocator allocator() {
    return memory.allocator();
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

  /**
   * The columns in which records are collected.
   *
   * @throws io.pelton.engine.error.PeltonException naming the field that does not suit its input
   */
  Schema collected(RecordEncoding<?> encoding) {
    List<String> paths =
        bindings().stream().flatMap(binding -> binding.columns().stream()).distinct().toList();
    Schema fields = encoding.fields(paths);
    BatchBinder.of(fields, inputs(), bindings());
    return InputBinding.schema(inputs(), bindings(), fields);
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
    IOUtils.closeAll(executable, memory, lease);
  }
}
