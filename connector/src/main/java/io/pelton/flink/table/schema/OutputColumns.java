package io.pelton.flink.table.schema;

import io.pelton.flink.table.predict.ResultColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Finds out what the declared result columns hold: what a mapping says; something about the
 * prediction where the name is reserved for it and no output has it; the output of the column's own
 * name; and where no column that is left has the name of an output, the outputs in their order.
 */
@Internal
public final class OutputColumns {
  private static final String MAPPING = "'output.mapping'";

  /** An output and, in brackets, a position or a key. */
  private static final Pattern PART = Pattern.compile("(.+?)\\s*\\[\\s*(?:'(.*)'|(-?\\d+))\\s*]");

  private final Declaration declaration;
  private final Set<String> outputs;

  private OutputColumns(Declaration declaration) {
    this.declaration = declaration;
    this.outputs = new HashSet<>(declaration.outputNames());
  }

  /**
   * What comes out, one a declared column, in their order. The types are not looked at.
   *
   * @param mapping one value a column, as the user said it
   * @throws io.pelton.flink.error.DeclarationMismatch for a column that nothing is known to fill
   */
  public static List<ResultColumn> match(
      Declaration declaration, Map<String, List<String>> mapping) {
    return new OutputColumns(declaration).match(mapping);
  }

  private List<ResultColumn> match(Map<String, List<String>> mapping) {
    mapping.keySet().forEach(this::checkDeclared);
    List<ResultColumn> columns = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    RowType results = declaration.results();
    for (int i = 0; i < results.getFieldCount(); i++) {
      String name = results.getFieldNames().get(i);
      Optional<ResultColumn> known = known(name, results.getTypeAt(i), mapping);
      columns.add(known.orElse(null));
      if (known.isEmpty()) {
        open.add(i);
      }
    }
    fill(open, columns);
    return columns;
  }

  private Optional<ResultColumn> known(
      String name, LogicalType type, Map<String, List<String>> mapping) {
    if (mapping.containsKey(name)) {
      return Optional.of(mapped(name, type, mapping.get(name)));
    }
    if (outputs.contains(name)) {
      return Optional.empty();
    }
    String key = name.replace('_', '-').toLowerCase(Locale.ROOT);
    return Arrays.stream(ResultColumn.Kind.values())
        .filter(kind -> kind.key().equals(key))
        .findFirst()
        .map(kind -> new ResultColumn.Metadata(name, type, kind));
  }

  /** By name where all have one, by position where none has. */
  private void fill(List<Integer> open, List<ResultColumn> columns) {
    RowType results = declaration.results();
    List<String> names = open.stream().map(i -> results.getFieldNames().get(i)).toList();
    boolean anyByName = names.stream().anyMatch(outputs::contains);
    for (int place = 0; place < names.size(); place++) {
      String name = names.get(place);
      if (anyByName ? !outputs.contains(name) : place >= outputs.size()) {
        throw declaration.mismatch(
            "column '" + name + "' is filled by no output",
            anyByName
                ? "give all columns the names of outputs, or say with " + MAPPING + " which it is"
                : "leave it out of OUTPUT",
            null);
      }
      String output = anyByName ? name : declaration.outputNames().get(place);
      int column = open.get(place);
      columns.set(column, new ResultColumn.Output(name, results.getTypeAt(column), output, ""));
    }
  }

  private ResultColumn mapped(String column, LogicalType type, List<String> values) {
    if (values.size() != 1) {
      throw declaration.mismatch(
          MAPPING + " names " + values.size() + " outputs for column '" + column + "'",
          "name one",
          null);
    }
    String value = values.get(0);
    if (outputs.contains(value)) {
      return new ResultColumn.Output(column, type, value, "");
    }
    Matcher part = PART.matcher(value);
    if (part.matches() && outputs.contains(part.group(1))) {
      String element = part.group(2) == null ? part.group(3) : part.group(2);
      return new ResultColumn.Output(column, type, part.group(1), element);
    }
    throw declaration.mismatch(
        MAPPING + " names output '" + value + "', which the model does not have",
        "name one of " + declaration.outputNames() + ", or a part of it as output[0]",
        null);
  }

  private void checkDeclared(String column) {
    if (!declaration.results().getFieldNames().contains(column)) {
      throw declaration.mismatch(
          MAPPING + " names column '" + column + "', which OUTPUT does not declare",
          "name one of " + declaration.results().getFieldNames(),
          null);
    }
  }
}
