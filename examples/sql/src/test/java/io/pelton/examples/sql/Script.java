package io.pelton.examples.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A file of SQL statements beside the examples, with its paths made absolute.
 *
 * @param text all of it
 */
record Script(String text) {
  /**
   * Reads a script.
   *
   * @param output takes the place of {@code examples/sql/target}
   */
  static Script read(String name, Path output) throws IOException {
    String text = Files.readString(Checkout.SQL.resolve(name), StandardCharsets.UTF_8);
    return new Script(
        text.replace("'examples/sql/target/", "'" + output + "/")
            .replace("'examples/", "'" + Checkout.ROOT.resolve("examples") + "/")
            .replace("'../shared/", "'" + Checkout.SHARED + "/"));
  }

  /** The statements, without what ends them. */
  List<String> statements() {
    String code =
        text.lines()
            .filter(line -> !line.startsWith("--"))
            .reduce("", (before, line) -> before + line + "\n");
    return Arrays.stream(code.split(";\\s*\n", -1))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
