package io.pelton.engine.bind;

import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.Tensor;
import java.util.Collection;
import java.util.List;

/**
 * What all bound plans of a graph share: packed weights, and weights on devices. Thread-safe.
 * Closing it releases those on devices.
 */
public record Weights(Prepared prepared, ResidentWeights resident) implements AutoCloseable {
  /** Of no graph in particular: what a plan brings to a device goes with the last such plan. */
  public static Weights ofPlans() {
    return lasting(new Prepared(), List.of());
  }

  /**
   * @param constants weights that stay on devices until this is closed
   */
  public static Weights lasting(Prepared prepared, Collection<Tensor> constants) {
    return new Weights(prepared, new ResidentWeights(constants));
  }

  /** Bytes beside the constants themselves. */
  public long bytes() {
    return prepared.bytes() + resident.bytes();
  }

  @Override
  public void close() {
    prepared.close();
    resident.close();
  }
}
