package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A {@code tokenizer.json} is not what such a file is. */
@PublicEvolving
public final class InvalidTokenizer extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String part;
  private final String expected;
  private final String found;

  public InvalidTokenizer(String part, String expected, String found) {
    this(part, expected, found, null);
  }

  public InvalidTokenizer(String part, String expected, String found, Throwable cause) {
    super(
        "Invalid tokenizer file at "
            + part
            + ": expected "
            + expected
            + ", found "
            + found
            + "; give the tokenizer.json that was saved with the model.",
        cause);
    this.part = part;
    this.expected = expected;
    this.found = found;
  }

  private InvalidTokenizer(String file, InvalidTokenizer problem) {
    super("Tokenizer '" + file + "': " + problem.getMessage(), problem);
    part = problem.part;
    expected = problem.expected;
    found = problem.found;
  }

  /** The same, saying which file it is. */
  public InvalidTokenizer in(String file) {
    return new InvalidTokenizer(file, this);
  }

  /** The place in the file, such as {@code model.vocab["the"]}. */
  public String part() {
    return part;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
