package io.pelton.flink.error;

/** A setting of a builder is missing or breaks its rule. */
public final class InvalidSetting extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String expected;
  private final String found;
  private final String remedy;

  public InvalidSetting(String setting, String expected, String found, String remedy) {
    super(
        "Setting " + setting + ": expected " + expected + ", found " + found + "; " + remedy + ".");
    this.setting = setting;
    this.expected = expected;
    this.found = found;
    this.remedy = remedy;
  }

  public String setting() {
    return setting;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }

  public String remedy() {
    return remedy;
  }
}
