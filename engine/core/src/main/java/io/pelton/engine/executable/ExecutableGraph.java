package io.pelton.engine.executable;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A compiled graph with memory of its own, which runs again and again; on the host, a run on slots
 * allocates nothing once its plan is there. Movable between threads but used by one at a time: any
 * other call meanwhile, and any after closing, is a {@code ConcurrentUse} and touches nothing.
 * Others of the same {@link CompiledGraph} share its weights and plans.
 *
 * <p>Inputs are tensors on the host, of any strides, heap or native memory. They are not retained,
 * and must neither change nor be released until the call returns, or as long as outputs are read
 * that are inputs themselves. A run that fails leaves no outputs, and the executable usable.
 */
public interface ExecutableGraph extends AutoCloseable {
  /** In slot order, without parameters. For any thread. */
  List<Port> inputs();

  /** In slot order. For any thread. */
  List<Port> outputs();

  /**
   * Runs on named inputs and copies the outputs out.
   *
   * @param inputs exactly the declared names; those with a bound handle may be left out
   * @return outputs by name, in declaration order, of the declared dtypes, on the heap, owned by
   *     the caller
   * @throws io.pelton.engine.error.UnknownName when a name is unknown or missing
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape or lies
   *     on a device, or an output has another shape than its target
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses it, or it is closed
   * @throws io.pelton.engine.error.TopologyChanged when the graph was changed since it was compiled
   * @throws io.pelton.engine.error.NoBackendForOp when no kernel takes a node
   * @throws io.pelton.engine.error.InvalidValue when an op refuses a value of the data
   * @throws io.pelton.engine.error.KernelFailure when a kernel throws an exception of another kind
   * @throws io.pelton.engine.error.RunCancelled when the thread is interrupted while a graph runs
   *     whose shapes depend on what is computed
   * @throws io.pelton.engine.error.EngineException when there can be no plan for such inputs
   */
  Map<String, Value> run(Map<String, Tensor> inputs);

  /**
   * {@link #run(Map)} that reads some outputs only, with the same errors. The others stay where
   * they are computed, and can still be read through {@link #output}; handles are fed from every
   * output all the same.
   *
   * @param read indices of the outputs to copy out; none for none
   * @return those outputs by name, in the order of the indices
   * @throws io.pelton.engine.error.UnknownName also when there is no such output
   */
  Map<String, Value> run(Map<String, Tensor> inputs, int... read);

  /**
   * Runs on inputs by slot, which are read where they lie if the first kernels can. The outputs are
   * read through {@link #output} and {@link #slot}.
   *
   * @param inputs one a slot; null, or beyond the end, for those with a bound handle
   * @throws io.pelton.engine.error.UnknownName when an input is missing or there are too many
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape or lies
   *     on a device or in memory that the run writes, such as an output of the last, or an output
   *     has another shape than its target
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses it, or it is closed
   * @throws io.pelton.engine.error.TopologyChanged when the graph was changed since it was compiled
   * @throws io.pelton.engine.error.NoBackendForOp when no kernel takes a node
   * @throws io.pelton.engine.error.InvalidValue when an op refuses a value of the data
   * @throws io.pelton.engine.error.KernelFailure when a kernel throws an exception of another kind
   * @throws io.pelton.engine.error.RunCancelled when the thread is interrupted while a graph runs
   *     whose shapes depend on what is computed
   * @throws io.pelton.engine.error.EngineException when there can be no plan for such inputs, or a
   *     run failed that was queued before
   */
  void runSlots(Tensor... inputs);

  /**
   * Output {@code index} of the last run, on the host: in the executable's memory, in that of its
   * target, or downloaded when it is first asked for. Valid until the next run.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such output
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses it, or it is closed
   * @throws IllegalStateException when nothing has run yet, or the last run failed
   */
  Value output(int index);

  /**
   * Where tensor output {@code index} of the last run lies: on the device where it was left, or on
   * the host. Valid until the next run.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such output
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses it, or it is closed
   * @throws IllegalArgumentException when the output is no tensor
   * @throws IllegalStateException when nothing has run yet, or the last run failed
   */
  OutputSlot slot(int index);

  /**
   * What this executable can do beyond these methods. For any thread; what it returns is not.
   *
   * @return empty where it can't; never something that silently does nothing
   */
  <T extends ExecutableCapability> Optional<T> capability(Class<T> type);

  /** Counts so far; may be asked by any thread. */
  RunStatistics statistics();

  /**
   * The plan of the last run: every node, kernel, offset and the bytes held. Where shapes depend on
   * what is computed, the plans of its segments.
   *
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses it, or it is closed
   * @throws IllegalStateException when nothing has run yet, or the last run failed
   */
  String explain();

  /**
   * Releases the memory, of handles too, and lets go of targets. A run in progress on another
   * thread ends first, as do runs that were queued; later calls fail. For any thread, and any
   * number of times.
   */
  @Override
  void close();
}
