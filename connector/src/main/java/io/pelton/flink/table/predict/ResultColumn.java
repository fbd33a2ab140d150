package io.pelton.flink.table.predict;

import java.io.Serializable;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.logical.LogicalType;

/** A column that a prediction adds to a row. */
@Internal
public sealed interface ResultColumn extends Serializable {
  String name();

  LogicalType type();

  /**
   * A value of a model's output.
   *
   * @param output of the model
   * @param element position in the row's part of the output, or key of its map; empty for all of it
   */
  record Output(String name, LogicalType type, String output, String element)
      implements ResultColumn {}

  /** Something else about the prediction. */
  record Metadata(String name, LogicalType type, Kind kind) implements ResultColumn {}

  /** What can be asked of a prediction beside its outputs. */
  enum Kind {
    /** Why the row could not be scored, null where it was: STRING. */
    ERROR_STRING("error-string"),
    /** Version that the model says it is, or its checksum: STRING. */
    MODEL_VERSION("model-version"),
    /** Milliseconds that the row waited and was scored for: DOUBLE. */
    LATENCY("latency");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /** As which metadata columns name it. */
    public String key() {
      return key;
    }
  }
}
