package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A file of a source has other columns than the first one. */
@PublicEvolving
public final class SchemaMismatch extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String first;
  private final String difference;

  public SchemaMismatch(String file, String first, String difference) {
    super(
        "File '"
            + file
            + "' has another schema than the first file, '"
            + first
            + "': "
            + difference
            + "; read the files with sources of their own, or choose the columns they have in"
            + " common with withColumns(…).");
    this.file = file;
    this.first = first;
    this.difference = difference;
  }

  public String file() {
    return file;
  }

  public String first() {
    return first;
  }

  public String difference() {
    return difference;
  }
}
