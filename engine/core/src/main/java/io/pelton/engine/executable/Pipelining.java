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
   * @param inputs by slot; null, or beyond the end, for those with a bound handle
   * @throws io.pelton.engine.error.UnknownName when an input is missing or there are too many
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape or lies
   *     on a device
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.EngineException when it fails on the host, or an earlier run did
   *     that it has to wait for; all that was queued before has run by then
   */
  void commit(Tensor... inputs);

  /**
   * Waits until all that was queued has run. Whatever waits for a device does that, too: a plain
   * run, reading an output. Failures of runs that nobody waits for are lost with {@link
   * ExecutableGraph#close}.
   *
   * @throws io.pelton.engine.error.EngineException what failed first, once; runs that were queued
   *     behind it are not done, there are no outputs, and handles that such runs were the first to
   *     feed hold nothing
   */
  void await();

  /**
   * Runs all input sets, as many at once as the device takes. Each set has the declared names, but
   * may leave out what has a bound handle. Failures of runs that were queued before surface here.
   *
   * @return for every set, its outputs in declaration order, owned by the caller
   * @throws io.pelton.engine.error.UnknownName when a name is unknown or missing; nothing runs
   *     where one is unknown
   * @throws io.pelton.engine.error.EngineException what failed first, when all runs have ended
   */
  List<List<Value>> runPipelined(List<Map<String, Tensor>> inputSets);
}
