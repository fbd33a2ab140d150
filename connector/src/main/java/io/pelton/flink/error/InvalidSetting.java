package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A setting of a builder is missing or breaks its rule. */
@PublicEvolving
public final class InvalidSetting extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String setting;
  private final String expected;
  private final String found;
  private final String remedy;

  public InvalidSetting(String setting, String expected, String found, String remedy) {
    this(setting, expected, found, remedy, null);
  }

  public InvalidSetting(
      String setting, String expected, String found, String remedy, Throwable cause) {
    super(
        "Setting " + setting + ": expected " + expected + ", found " + found + "; " + remedy + ".",
        cause);
    this.setting = setting;
    this.expected = expected;
    this.found = found;
    this.remedy = remedy;
  }

  /**
   * The value, which must not be null.
   *
   * @throws InvalidSetting when it is
   */
  public static <V> V given(String setting, V value) {
    if (value == null) {
      throw new InvalidSetting(setting, "a value", "null", "give one, or leave the setting out");
    }
    return value;
  }

  /**
   * The name, which must be there and not be blank.
   *
   * @throws InvalidSetting when it is not
   */
  public static String named(String setting, String value) {
    if (value == null || value.isBlank()) {
      throw new InvalidSetting(
          setting, "a name", value == null ? "null" : "'" + value + "'", "give one");
    }
    return value;
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
