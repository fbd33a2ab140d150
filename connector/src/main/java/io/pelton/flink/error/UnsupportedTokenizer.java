package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A {@code tokenizer.json} asks for something that is not implemented. */
@PublicEvolving
public final class UnsupportedTokenizer extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String part;
  private final String supported;
  private final String remedy;

  public UnsupportedTokenizer(String part, String supported, String remedy) {
    super(
        "Unsupported tokenizer: "
            + part
            + "; supported: "
            + supported
            + "; remedy: "
            + remedy
            + ".");
    this.part = part;
    this.supported = supported;
    this.remedy = remedy;
  }

  private UnsupportedTokenizer(String file, UnsupportedTokenizer problem) {
    super("Tokenizer '" + file + "': " + problem.getMessage(), problem);
    part = problem.part;
    supported = problem.supported;
    remedy = problem.remedy;
  }

  /** The same, saying which file it is. */
  public UnsupportedTokenizer in(String file) {
    return new UnsupportedTokenizer(file, this);
  }

  /** What is not supported, by its place in the file and its value. */
  public String part() {
    return part;
  }

  public String supported() {
    return supported;
  }

  public String remedy() {
    return remedy;
  }
}
