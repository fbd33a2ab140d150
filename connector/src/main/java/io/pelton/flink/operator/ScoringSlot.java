package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RunStatistics;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Device;
import io.pelton.flink.metrics.ArrowMemoryMetrics;
import io.pelton.flink.metrics.DeviceMemoryMetrics;
import io.pelton.flink.metrics.InferenceMetrics;
import io.pelton.flink.metrics.ModelLabels;
import io.pelton.flink.model.LoadedModel;
import io.pelton.flink.model.ModelLease;
import io.pelton.flink.model.TaskManagerAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.util.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one slot needs to score: its share in the model, an executable and Arrow memory of its own.
 */
final class ScoringSlot implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ScoringSlot.class);

  private final ScoringSpec<?> spec;
  private final SlotMemory memory;
  private final ModelLease lease;
  private final List<ExecutableGraph> executables = new CopyOnWriteArrayList<>();
  private final ExecutableGraph executable;
  private final InferenceMetrics metrics;

  private ScoringSlot(
      ScoringSpec<?> spec,
      SlotMemory memory,
      ModelLease lease,
      MetricGroup operator,
      RuntimeContext context) {
    this.spec = spec;
    this.memory = memory;
    this.lease = lease;
    this.executable = newExecutable();
    this.metrics =
        new InferenceMetrics(
            new ModelLabels(
                spec.model().name(),
                spec.model().location().toString(),
                lease.model().version(),
                lease.model().sha256()),
            operator,
            context,
            spec.batch().maxRows(),
            this::statistics);
    MetricGroup group = metrics.group();
    ArrowMemoryMetrics.register(group, memory.allocator());
    group.gauge("managed_bytes", memory::reserved);
    DeviceMemoryMetrics.register(group, devices());
  }

  private ExecutableGraph newExecutable() {
    ExecutableGraph made = lease.model().compiled().newExecutable();
    executables.add(made);
    return made;
  }

  /** Of all executables together, which have the weights in common. */
  private RunStatistics statistics() {
    RunStatistics sum = executable.statistics();
    for (ExecutableGraph other : executables) {
      if (other != executable) {
        sum = together(sum, other.statistics());
      }
    }
    return sum;
  }

  private static RunStatistics together(RunStatistics one, RunStatistics other) {
    return new RunStatistics(
        one.runs() + other.runs(),
        one.planHits() + other.planHits(),
        one.planMisses() + other.planMisses(),
        one.planEvictions() + other.planEvictions(),
        one.arenaBytes() + other.arenaBytes(),
        one.weightBytes());
  }

  private List<Device> devices() {
    return model().compiled().options().devices().all();
  }

  /** Says what the slot takes of which memory. Arenas come with the first batches. */
  private void watchHeap(Environment environment) {
    TaskInfo task = environment.getTaskInfo();
    Configuration taskManager = environment.getTaskManagerInfo().getConfiguration();
    long heap = HeapShare.taskHeap(taskManager);
    LOG.info(
        "Model '{}' in {}: heap: {} bytes of weights, which the TaskManager's slots share, of {}"
            + " that tasks have; native: {} bytes of managed memory reserved, of a share of {}, all"
            + " for Arrow; devices: {}, on which the TaskManager holds {} bytes",
        spec.model().name(),
        task.getTaskNameWithSubtasks(),
        model().compiled().weightBytes(),
        heap,
        memory.reserved(),
        memory.share(),
        devices(),
        DeviceMemoryMetrics.bytes(devices()));
    // one of them speaks for all
    if (task.getIndexOfThisSubtask() == 0 && devices().stream().allMatch(Device::isHost)) {
      int slots =
          Math.min(
              task.getNumberOfParallelSubtasks(),
              taskManager.get(TaskManagerOptions.NUM_TASK_SLOTS));
      HeapShare share = new HeapShare(spec.model().name(), heap, slots);
      metrics.whenSummed(statistics -> share.warning(statistics).ifPresent(LOG::warn));
    }
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
      ScoringSlot slot =
          open(
              spec,
              memory,
              TaskManagerAccess.of(environment),
              operator.getMetricGroup(),
              operator.getRuntimeContext());
      slot.watchHeap(environment);
      return slot;
    } catch (Throwable failure) {
      closeAfter(failure, memory);
      throw failure;
    }
  }

  /**
   * Loads the model for a function of a query, which has no managed memory.
   *
   * @param function takes the metrics
   * @param task for messages
   */
  static ScoringSlot open(
      ScoringSpec<?> spec, TaskManagerAccess access, MetricGroup function, String task)
      throws Exception {
    SlotMemory memory = SlotMemory.unmanaged(spec, task);
    try {
      ScoringSlot slot = open(spec, memory, access, function, null);
      LOG.info(
          "Model '{}' in {}: heap: {} bytes of weights, which functions share; native: {} bytes at"
              + " most, none of it managed memory; devices: {}",
          spec.model().name(),
          task,
          slot.model().compiled().weightBytes(),
          memory.limit(),
          slot.devices());
      return slot;
    } catch (Throwable failure) {
      closeAfter(failure, memory);
      throw failure;
    }
  }

  private static ScoringSlot open(
      ScoringSpec<?> spec,
      SlotMemory memory,
      TaskManagerAccess access,
      MetricGroup group,
      RuntimeContext context)
      throws Exception {
    ModelLease lease = ModelLease.acquire(access, spec.model(), spec.batch().maxRows());
    try {
      return new ScoringSlot(spec, memory, lease, group, context);
    } catch (Throwable failure) {
      closeAfter(failure, lease);
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
    return memory.limit();
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
    return encoding.collected(inputs(), bindings());
  }

  /** A scorer of batches of this schema. */
  BatchScorer scorer(Schema schema) {
    return scorer(schema, executable);
  }

  /** One that may be used beside others of the slot, on a thread of its own. */
  BatchScorer concurrentScorer(Schema schema) {
    return scorer(schema, newExecutable());
  }

  private BatchScorer scorer(Schema schema, ExecutableGraph runs) {
    BatchBinder binder = BatchBinder.of(schema, inputs(), bindings());
    ModelRun run = new ModelRun(spec, model(), runs, metrics);
    return new BatchScorer(run, binder, LengthRules.scorer(run, binder, inputs()).orElse(null));
  }

  /**
   * @throws io.pelton.arrow.AllocatorLeak when someone still holds memory of this slot
   */
  @Override
  public void close() throws Exception {
    List<AutoCloseable> all = new ArrayList<>();
    all.add(metrics);
    all.addAll(executables);
    all.addAll(List.of(memory, lease));
    IOUtils.closeAll(all);
  }
}
