package io.pelton.examples.cli.verify;

import io.pelton.examples.cli.console.BadRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A tab-separated file with a line of column names, one of which may be {@code rtol}, {@code atol}
 * or {@code cosine}; the first column holds the names of folders. Empty cells say nothing.
 */
final class ToleranceTable {
  /** What one line says. */
  private record Row(OptionalDouble rtol, OptionalDouble atol, OptionalDouble cosine) {}

  private final Map<String, Row> rows;

  private ToleranceTable(Map<String, Row> rows) {
    this.rows = rows;
  }

  static ToleranceTable read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    Map<String, Row> rows = new HashMap<>();
    if (!lines.isEmpty()) {
      List<String> columns = Arrays.stream(cells(lines.get(0))).map(String::strip).toList();
      for (int number = 1; number < lines.size(); number++) {
        String[] cells = cells(lines.get(number));
        String place = file + ", line " + (number + 1);
        rows.put(
            cells[0].strip(),
            new Row(
                number(columns, cells, "rtol", place),
                number(columns, cells, "atol", place),
                number(columns, cells, "cosine", place)));
      }
    }
    return new ToleranceTable(rows);
  }

  private static String[] cells(String line) {
    return line.split("\t", -1);
  }

  private static OptionalDouble number(
      List<String> columns, String[] cells, String column, String place) {
    int index = columns.indexOf(column);
    if (index < 1 || index >= cells.length || cells[index].isBlank()) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(cells[index].strip()));
    } catch (NumberFormatException e) {
      throw new BadRequest(
          "%s: column %s should be a number but is '%s'".formatted(place, column, cells[index]), e);
    }
  }

  /** The folder's own tolerance, completed by the defaults; empty where it has no line. */
  Optional<Tolerance> find(String folder, Tolerance defaults) {
    return Optional.ofNullable(rows.get(folder))
        .map(
            row ->
                new Tolerance(
                    row.rtol().orElse(defaults.rtol()),
                    row.atol().orElse(defaults.atol()),
                    row.cosine().isPresent() ? row.cosine() : defaults.cosine()));
  }
}
