package io.pelton.engine.kernel;

/** Weights in the form in which a kernel wants them. Immutable, or at least safe to share. */
public interface PackedWeights extends AutoCloseable {
  /** Bytes held. */
  long byteLength();

  /** Releases memory outside of the heap, once no kernel uses it any more. */
  @Override
  default void close() {}
}
