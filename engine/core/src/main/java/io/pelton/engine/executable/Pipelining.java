package io.pelton.engine.executable;

import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;

/**
 * Runs that are queued on a device without waiting for each. On the host alone they run one after
 * the other, at once. Present on every executable whose shapes are known before a run.
 */
public non-sealed interface Pipelining extends ExecutableCapability {
  /**
   * Queues a run. The inputs may be written again when this returns. Outputs are those of the run
   * that was queued last, and defined after {@link #await}.
   *
   * @param inputs by slot
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape
   */
  void commit(Tensor... inputs);

  /**
   * Waits until all that was queued has run.
   *
   * @throws io.pelton.engine.error.EngineException when one of the runs failed
   */
  void await();

  /**
   * Runs all input sets, as many at once as the device takes.
   *
   * @return for every set, its outputs in declaration order, owned by the caller
   */
  List<List<Value>> runPipelined(List<Map<String, Tensor>> inputSets);
}
