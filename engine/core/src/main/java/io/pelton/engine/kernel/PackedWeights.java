package io.pelton.engine.kernel;

/** Weights in the form in which a kernel wants them. Immutable, or at least safe to share. */
public interface PackedWeights extends AutoCloseable {
  /** Bytes held. */
  long byteLength();

  /** True when they lay on a device that lost them, so that they are packed again. */
  default boolean isLost() {
    return false;
  }

  /** Releases memory outside of the heap, once no kernel uses it any more. */
  @Override
  default void close() {}
}
