package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A model in SQL is not declared as its file has it. */
@PublicEvolving
public final class DeclarationMismatch extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String difference;
  private final String remedy;
  private final String comparison;
  private final String clauses;

  /**
   * @param difference the first that was found
   * @param comparison the declared columns beside what the model has, in lines
   * @param clauses a declaration that fits
   */
  public DeclarationMismatch(
      String model,
      String difference,
      String remedy,
      String comparison,
      String clauses,
      Throwable cause) {
    super(
        "Model '"
            + model
            + "' is not declared as its file has it: "
            + difference
            + "; "
            + remedy
            + ".\n"
            + comparison
            + "\nA declaration that fits the file:\n"
            + clauses,
        cause);
    this.model = model;
    this.difference = difference;
    this.remedy = remedy;
    this.comparison = comparison;
    this.clauses = clauses;
  }

  public String model() {
    return model;
  }

  public String difference() {
    return difference;
  }

  public String remedy() {
    return remedy;
  }

  public String comparison() {
    return comparison;
  }

  public String clauses() {
    return clauses;
  }
}
