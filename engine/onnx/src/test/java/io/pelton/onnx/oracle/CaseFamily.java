package io.pelton.onnx.oracle;

/** Makes cases of one kind. */
interface CaseFamily {
  /** The same case for the same seed. */
  GeneratedCase make(long seed);
}
