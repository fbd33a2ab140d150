package io.pelton.engine.kernel;

/**
 * The work that one kernel has with a node. A kernel that reaches only a part of its device's rates
 * counts more work than the op needs. Stateless.
 */
@FunctionalInterface
public interface CostFunction {
  /** What the op itself asks for, see {@link WorkEstimate}. */
  CostFunction BY_OP = WorkEstimate::of;

  Work work(NodeExtents node);
}
