package io.pelton.engine.executable;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import java.util.List;

/**
 * Weights that a graph declares and the caller brings: see {@code Graph.markParameter}. Present
 * where a graph declares some. Executables that were forked from one another share them, and what
 * kernels packed of them, by reference.
 */
public non-sealed interface Parameters extends ExecutableCapability {
  /** What is declared, in declaration order. */
  List<Port> declared();

  /**
   * Gives a parameter, which is not copied and must neither change nor be released as long as an
   * executable has it. Executables that were forked before keep what they have. Drops this one's
   * plans and outputs.
   *
   * @param value of exactly the declared dtype and shape, contiguous on the host
   * @throws io.pelton.engine.error.UnknownName when the graph declares no such parameter
   * @throws io.pelton.engine.error.InputMismatch when dtype, shape or layout differ
   */
  void set(String name, Tensor value);

  /**
   * Optimizes the graph with its parameters in the place of constants; once, for all executables
   * that share them. Runs are refused before that, and again after {@link #set}.
   *
   * <p>Where shapes of inputs are known but for the number of rows, what kernels read packed is
   * packed now, and weights are copied to devices; otherwise by the first run whose plan asks for
   * it. Either way that happens once, whatever the number of plans and executables.
   *
   * @throws io.pelton.engine.error.ParametersPending when one has no value
   * @throws io.pelton.engine.error.TopologyChanged when the graph was changed since it was compiled
   * @throws io.pelton.engine.error.EngineException when the graph can't have such values; nothing
   *     is final then
   */
  void finalizeParameters();

  /** True when runs are let in. For any thread. */
  boolean areFinal();

  /**
   * Takes all parameters of another executable by reference; where that is of the same compiled
   * graph, with what was made of them. Of another graph's, values alone are taken, to be finalized
   * here. Drops this one's plans and outputs.
   *
   * @throws io.pelton.engine.error.IncompatibleSource when it has other parameters or devices
   * @throws io.pelton.engine.error.ConcurrentUse when it is closed
   */
  void copyFrom(ExecutableGraph source);
}
