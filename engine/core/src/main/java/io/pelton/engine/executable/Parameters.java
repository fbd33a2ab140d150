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
   * Gives a parameter, which is not copied and must not change any more. Executables that were
   * forked before keep what they have.
   *
   * @param value of exactly the declared dtype and shape, contiguous on the host
   * @throws io.pelton.engine.error.UnknownName when the graph declares no such parameter
   * @throws io.pelton.engine.error.InputMismatch when dtype or shape differ
   */
  void set(String name, Tensor value);

  /**
   * Optimizes the graph with its parameters and packs what kernels read packed; once, for all
   * executables that share them. Runs are refused before that, and again after {@link #set}.
   *
   * @throws io.pelton.engine.error.ParametersPending when one has no value
   */
  void finalizeParameters();

  /** True when runs are let in. */
  boolean areFinal();

  /**
   * Takes all parameters of another executable by reference; where that is of the same compiled
   * graph, with what was made of them.
   *
   * @throws io.pelton.engine.error.IncompatibleSource when it has other parameters or devices
   */
  void copyFrom(ExecutableGraph source);
}
