package io.pelton.examples.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What the SQL client printed. Its exit code says nothing: it is 0 when statements fail, too.
 *
 * @param tables results of queries, in order, without those that are empty
 * @param errors why statements failed
 * @param text all that was printed
 */
record ClientOutput(List<SqlTable> tables, List<String> errors, String text) {
  private static final Pattern ERROR =
      Pattern.compile("\\[ERROR\\] (.*?)\u001B\\[0m", Pattern.DOTALL);
  private static final Pattern STYLE = Pattern.compile("\u001B\\[[;\\d]*m");

  /** The client prints it right after the last line of the statement. */
  private static final Pattern BORDER = Pattern.compile("\\+(?:-+\\+)+$");

  static ClientOutput parse(String printed) {
    List<String> errors = new ArrayList<>();
    Matcher error = ERROR.matcher(printed);
    while (error.find()) {
      errors.add(error.group(1));
    }
    String text = STYLE.matcher(printed).replaceAll("");
    return new ClientOutput(tables(text.lines().toList()), errors, text);
  }

  private static List<SqlTable> tables(List<String> lines) {
    List<SqlTable> tables = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher border = BORDER.matcher(lines.get(i));
      if (border.find()) {
        int[] edges = edges(border.group());
        List<String> columns = cells(lines.get(i + 1), edges);
        List<List<String>> rows = new ArrayList<>();
        i += 3;
        while (lines.get(i).startsWith("|")) {
          rows.add(cells(lines.get(i++), edges));
        }
        tables.add(new SqlTable(columns, rows));
      }
    }
    return tables;
  }

  /** Where columns begin and end: the text in them may have bars, too. */
  private static int[] edges(String border) {
    return IntStream.range(0, border.length()).filter(i -> border.charAt(i) == '+').toArray();
  }

  private static List<String> cells(String line, int[] edges) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i + 1 < edges.length; i++) {
      cells.add(line.substring(edges[i] + 1, edges[i + 1]).strip());
    }
    return cells;
  }
}
