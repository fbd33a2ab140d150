package io.pelton.examples.benchmarks.tables;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of cells, printed as a Markdown table. */
final class MarkdownTable {
  private final StringBuilder text = new StringBuilder();

  MarkdownTable(String... headers) {
    row(List.of(headers));
    row(Arrays.stream(headers).map(header -> "---").toList());
  }

  void row(Object... cells) {
    row(Arrays.asList(cells));
  }

  private void row(List<?> cells) {
    text.append(
        cells.stream()
            .map(cell -> cell.toString().replace("|", "\\|").replace('\n', ' '))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
