package io.pelton.engine.kernel;

/** Weights in the form in which a kernel wants them. Immutable, or at least safe to share. */
public interface PackedWeights {
  /** Bytes held. */
  long byteLength();
}
