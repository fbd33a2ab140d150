package io.pelton.engine.plan.judge;

import io.pelton.engine.plan.judge.Verdict.Measured;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/**
 * The text of a Judge's file: a line with the schema's version; a line for each measurement,
 * sorted, with the components of its key and the nanoseconds between tabs; a line with the checksum
 * of all lines before it. A backslash, tab or line break within a component is written as an
 * escape.
 */
final class JudgeText {
  /** Raised whenever keys or measurements change their meaning. */
  static final int SCHEMA = 1;

  private static final String MAGIC = "pelton-judge ";
  private static final String CHECKSUM = "crc32 ";
  private static final int FIELDS = 9;

  /**
   * @param problem why nothing could be taken from the text
   */
  record Contents(Map<JudgeKey, Measured> measured, Optional<String> problem) {
    static Contents of(Map<JudgeKey, Measured> measured) {
      return new Contents(measured, Optional.empty());
    }

    static Contents unusable(String reason) {
      return new Contents(Map.of(), Optional.of(reason));
    }

    Contents withProblem(UnaryOperator<String> message) {
      return new Contents(measured, problem.map(message));
    }
  }

  private JudgeText() {}

  static String encode(Map<JudgeKey, Measured> measured) {
    List<String> lines = new ArrayList<>();
    measured.forEach((key, value) -> lines.add(line(key, value)));
    lines.sort(null);
    lines.add(0, MAGIC + SCHEMA);
    String body = String.join("\n", lines) + "\n";
    return body + CHECKSUM + checksum(body) + "\n";
  }

  private static String line(JudgeKey key, Measured value) {
    return String.join(
        "\t",
        escape(key.op()),
        escape(key.dtypes()),
        escape(key.sizeClass()),
        escape(key.device()),
        escape(key.machine()),
        escape(key.source()),
        escape(key.kernel()),
        Integer.toString(key.revision()),
        Long.toString(value.nanos()));
  }

  static Contents decode(String text) {
    if (!text.startsWith(MAGIC)) {
      return Contents.unusable("does not start with '" + MAGIC.strip() + "'");
    }
    String schema = text.substring(MAGIC.length()).lines().findFirst().orElse("");
    if (!schema.equals(Integer.toString(SCHEMA))) {
      return Contents.unusable("has schema " + schema + ", not " + SCHEMA);
    }
    int end = text.lastIndexOf(CHECKSUM);
    String body = text.substring(0, Math.max(end, 0));
    if (!text.equals(body + CHECKSUM + checksum(body) + "\n")) {
      return Contents.unusable("does not end with the checksum of its lines");
    }
    Map<JudgeKey, Measured> measured = new HashMap<>();
    for (String line : body.lines().skip(1).toList()) {
      String[] fields = line.split("\t", -1);
      try {
        add(measured, fields);
      } catch (IllegalArgumentException e) {
        return Contents.unusable("has a line that is no measurement: " + e.getMessage());
      }
    }
    return Contents.of(measured);
  }

  private static void add(Map<JudgeKey, Measured> measured, String[] fields) {
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(fields.length + " fields, not " + FIELDS);
    }
    JudgeKey key =
        new JudgeKey(
            unescape(fields[0]),
            unescape(fields[1]),
            unescape(fields[2]),
            unescape(fields[3]),
            unescape(fields[4]),
            unescape(fields[5]),
            unescape(fields[6]),
            Integer.parseInt(fields[7]));
    measured.put(key, new Measured(Long.parseLong(fields[8])));
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  private static String escape(String component) {
    return component
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  private static String unescape(String field) {
    StringBuilder component = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      component.append(c == '\\' && i + 1 < field.length() ? unescaped(field.charAt(++i)) : c);
    }
    return component.toString();
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> c;
    };
  }
}
