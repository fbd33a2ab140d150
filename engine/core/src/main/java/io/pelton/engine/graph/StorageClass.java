package io.pelton.engine.graph;

/** Whom the memory of a value belongs to, and so who may write it. */
public enum StorageClass {
  /** Constants, and inputs that stay the caller's: read by many, never written. */
  SHARED,
  /** An input that keeps its contents from run to run and that destructive ops write in place. */
  SESSION,
  /** An input that keeps one value for all runs, once that is set: read by many, never written. */
  PARAMETER,
  /** What nodes compute: lives within one run. */
  TRANSIENT;

  /** As messages name what it makes of an input. */
  String label() {
    return switch (this) {
      case SHARED -> "shared";
      case SESSION -> "session state";
      case PARAMETER -> "a parameter";
      case TRANSIENT -> "transient";
    };
  }
}
