package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A record that can't be scored, under the policy that lets it fail the job. */
@PublicEvolving
public final class BadRecord extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String field;
  private final String reason;

  public BadRecord(String model, String field, String reason, Throwable cause) {
    this(
        model,
        field,
        reason,
        "Choose ErrorPolicy.skip() or ErrorPolicy.sideOutput(tag) to go on without such records.",
        cause);
  }

  /**
   * @param remedy a sentence
   */
  public BadRecord(String model, String field, String reason, String remedy, Throwable cause) {
    super(
        "Model '"
            + model
            + "' can't score a record"
            + (field.isEmpty() ? "" : ", field '" + field + "'")
            + ": "
            + (reason.endsWith(".") ? reason : reason + ".")
            + " "
            + remedy,
        cause);
    this.model = model;
    this.field = field;
    this.reason = reason;
  }

  public String model() {
    return model;
  }

  /** The field that is wrong; empty where that is not known. */
  public String field() {
    return field;
  }

  public String reason() {
    return reason;
  }
}
