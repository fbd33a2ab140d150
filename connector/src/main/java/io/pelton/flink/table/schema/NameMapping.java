package io.pelton.flink.table.schema;

import io.pelton.flink.error.InvalidSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.Internal;

/**
 * Reads options of the form {@code name = value, value; name = value}. Names and values that have
 * one of {@code , ; = `} in them stand in backticks; what is in single quotes stays as it is.
 */
@Internal
public final class NameMapping {
  private final String option;
  private final String text;
  private int at;

  private NameMapping(String option, String text) {
    this.option = option;
    this.text = text;
  }

  /**
   * The values of each name, in order; at least one each.
   *
   * @param option for messages
   * @throws InvalidSetting for a text of another form, or a name that comes twice
   */
  public static Map<String, List<String>> parse(String option, String text) {
    return new NameMapping(option, text).entries();
  }

  private Map<String, List<String>> entries() {
    Map<String, List<String>> entries = new LinkedHashMap<>();
    while (at < text.length()) {
      if (text.substring(at).isBlank()) {
        break;
      }
      String name = part("=;,");
      if (at >= text.length() || text.charAt(at) != '=') {
        throw invalid("no '=' behind '" + name + "'");
      }
      List<String> values = new ArrayList<>();
      do {
        at++;
        values.add(part(";,"));
      } while (at < text.length() && text.charAt(at) == ',');
      at++;
      if (entries.put(name, values) != null) {
        throw invalid("'" + name + "' twice");
      }
    }
    if (entries.isEmpty()) {
      throw invalid("nothing");
    }
    return entries;
  }

  /** Reads up to one of the characters, which is left to be read. */
  private String part(String ends) {
    StringBuilder part = new StringBuilder();
    char quote = 0;
    boolean wasQuoted = false;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote == 0 && ends.indexOf(c) >= 0) {
        break;
      }
      if (c == '`' && quote != '\'') {
        quote = quote == 0 ? c : 0;
        wasQuoted = true;
      } else {
        quote = c != '\'' || quote == '`' ? quote : quote == 0 ? c : 0;
        part.append(c);
      }
    }
    if (quote != 0) {
      throw invalid("a " + quote + " that is not closed");
    }
    String value = wasQuoted ? part.toString() : part.toString().strip();
    if (value.isBlank()) {
      throw invalid("an empty name");
    }
    return value.strip();
  }

  private InvalidSetting invalid(String found) {
    return new InvalidSetting(
        "'" + option + "'",
        "entries of the form name = value, separated by ';'",
        found + " in '" + text + "'",
        "correct it; names with other characters stand in backticks");
  }
}
