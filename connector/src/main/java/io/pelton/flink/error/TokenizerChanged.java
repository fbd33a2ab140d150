package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A TaskManager found other bytes at a tokenizer's location than the job was validated with. */
@PublicEvolving
public final class TokenizerChanged extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String tokenizer;
  private final String expected;
  private final String found;

  public TokenizerChanged(String tokenizer, String expected, String found) {
    super(
        "Tokenizer '"
            + tokenizer
            + "' has the SHA-256 "
            + found
            + ", but the job was built with "
            + expected
            + "; submit the job again, or give every version a path of its own.");
    this.tokenizer = tokenizer;
    this.expected = expected;
    this.found = found;
  }

  public String tokenizer() {
    return tokenizer;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
