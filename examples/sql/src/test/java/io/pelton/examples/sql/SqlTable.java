package io.pelton.examples.sql;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a query gave.
 *
 * @param columns their names
 * @param rows values as text
 */
record SqlTable(List<String> columns, List<List<String>> rows) {
  /** Values of one column. */
  List<String> column(String name) {
    int index = columns.indexOf(name);
    if (index < 0) {
      throw new AssertionError("no column " + name + " among " + columns);
    }
    return rows.stream().map(row -> row.get(index)).toList();
  }

  /** Each row's values of some columns, with bars between; sorted. */
  List<String> lines(List<String> names) {
    List<List<String>> values = names.stream().map(this::column).toList();
    return IntStream.range(0, rows.size())
        .mapToObj(i -> values.stream().map(each -> each.get(i)).collect(Collectors.joining("|")))
        .sorted()
        .toList();
  }
}
