package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/**
 * A model in which a row's outputs depend on the other rows of its batch, so that predictions would
 * depend on how a stream is cut into batches.
 */
@PublicEvolving
public final class RowsMixed extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;

  private final String reason;

  public RowsMixed(String model, String reason) {
    super(
        "Model '"
            + model
            + "' "
            + reason
            + ": predictions would depend on which records share a batch; let batches have one row"
            + " with BatchPolicy.single(), in SQL 'batch.max-rows' = '1', export a model that treats"
            + " every row by itself, or accept it by allowRowMixing(), in SQL 'allow-row-mixing' ="
            + " 'true'.");
    this.model = model;
    this.reason = reason;
  }

  public String model() {
    return model;
  }

  public String reason() {
    return reason;
  }
}
