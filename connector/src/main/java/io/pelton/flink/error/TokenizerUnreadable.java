package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A tokenizer's bytes could not be read. */
@PublicEvolving
public final class TokenizerUnreadable extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String tokenizer;
  private final String reason;

  public TokenizerUnreadable(String tokenizer, String reason, Throwable cause) {
    super(
        "Can't read tokenizer '"
            + tokenizer
            + "': "
            + reason
            + "; put the model's tokenizer.json where every TaskManager can read it.",
        cause);
    this.tokenizer = tokenizer;
    this.reason = reason;
  }

  /** Its location as the user gave it. */
  public String tokenizer() {
    return tokenizer;
  }

  public String reason() {
    return reason;
  }
}
