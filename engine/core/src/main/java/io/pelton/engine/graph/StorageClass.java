package io.pelton.engine.graph;

/** Whom the memory of a value belongs to, and so who may write it. */
public enum StorageClass {
  /** Constants, and inputs that stay the caller's: read by many, never written. */
  SHARED,
  /** An input that keeps its contents from run to run and that destructive ops write in place. */
  SESSION,
  /** What nodes compute: lives within one run. */
  TRANSIENT
}
