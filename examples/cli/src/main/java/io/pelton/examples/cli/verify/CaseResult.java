package io.pelton.examples.cli.verify;

import java.util.Locale;

/**
 * How one case ended.
 *
 * @param name path of its vectors
 * @param detail what went wrong, on one line; empty for a pass
 */
record CaseResult(String name, Status status, String detail) {
  enum Status {
    PASS,
    /** The model ran and gave something else. */
    FAIL,
    /**
     * The model needs what this version or backend does not have, or draws random numbers, of which
     * dtypes and shapes are right.
     */
    UNSUPPORTED,
    /** Nothing could be compared: a file, the import or the run failed. */
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  CaseResult {
    detail = detail.strip().replaceAll("\\s+", " ");
  }

  /** A line of the report. */
  String line() {
    return name + "\t" + status + "\t" + detail;
  }
}
