package io.pelton.flink.table.schema;

import io.pelton.flink.error.DeclarationMismatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.Internal;

/**
 * Finds out which declared columns feed which inputs: those that a mapping names, those of the
 * input's own name, and for the only input that is left all columns that are left, in their order.
 * Fields of rows within are columns by their path, with dots.
 */
@Internal
public final class InputColumns {
  private static final String MAPPING = "'input.mapping'";

  /** What models of language call their token ids. */
  private static final String TOKENS = "input_ids";

  private final Declaration declaration;
  private final List<LeafColumn> leaves;
  private final Map<String, List<String>> found = new LinkedHashMap<>();

  private InputColumns(Declaration declaration, Set<String> taken) {
    this.declaration = declaration;
    this.leaves =
        LeafColumn.of(declaration.columns()).stream()
            .filter(leaf -> !taken.contains(leaf.path()))
            .toList();
  }

  /**
   * The paths of the columns by input, all inputs in the model's order but those that are made.
   *
   * @param mapping columns by input, as the user said it
   * @param made inputs that take no column
   * @param taken paths of columns that are made use of otherwise
   * @throws DeclarationMismatch for an input without a column, or a column that feeds no input
   */
  public static Map<String, List<String>> match(
      Declaration declaration,
      Map<String, List<String>> mapping,
      Set<String> made,
      Set<String> taken) {
    return new InputColumns(declaration, taken).match(mapping, made);
  }

  private Map<String, List<String>> match(Map<String, List<String>> mapping, Set<String> made) {
    mapping.forEach(this::map);
    Set<String> left = new LinkedHashSet<>(declaration.inputNames());
    left.removeAll(made);
    left.removeAll(found.keySet());
    for (String input : List.copyOf(left)) {
      byName(input).ifPresent(columns -> found.put(input, columns));
    }
    left.removeAll(found.keySet());
    List<String> unused = unused();
    if (left.size() == 1 && !unused.isEmpty()) {
      found.put(left.iterator().next(), unused);
      left.clear();
      unused = List.of();
    }
    if (!left.isEmpty()) {
      throw missing(left.iterator().next(), unused);
    }
    if (!unused.isEmpty()) {
      throw declaration.mismatch(
          "column '" + unused.get(0) + "' feeds no input",
          "leave it out of INPUT, or say with " + MAPPING + " which input takes it",
          null);
    }
    Map<String, List<String>> inOrder = new LinkedHashMap<>();
    declaration.inputNames().stream()
        .filter(found::containsKey)
        .forEach(input -> inOrder.put(input, found.get(input)));
    return inOrder;
  }

  private void map(String input, List<String> columns) {
    if (!declaration.inputNames().contains(input)) {
      throw declaration.mismatch(
          MAPPING + " names input '" + input + "', which the model does not have",
          "name one of " + declaration.inputNames(),
          null);
    }
    List<String> paths = new ArrayList<>();
    for (String column : columns) {
      List<String> within =
          leaves.stream().filter(leaf -> leaf.isWithin(column)).map(LeafColumn::path).toList();
      if (within.isEmpty()) {
        throw declaration.mismatch(
            MAPPING + " names column '" + column + "', which INPUT does not declare",
            "name some of " + leaves.stream().map(LeafColumn::path).toList(),
            null);
      }
      paths.addAll(within);
    }
    found.put(input, List.copyOf(paths));
  }

  /** The column of this name; where it has rows in it, all of their fields. */
  private Optional<List<String>> byName(String input) {
    List<String> paths =
        leaves.stream().filter(leaf -> leaf.isWithin(input)).map(LeafColumn::path).toList();
    return paths.isEmpty() ? Optional.empty() : Optional.of(paths);
  }

  private List<String> unused() {
    Set<String> used = new LinkedHashSet<>();
    found.values().forEach(used::addAll);
    return leaves.stream().map(LeafColumn::path).filter(path -> !used.contains(path)).toList();
  }

  private DeclarationMismatch missing(String input, List<String> unused) {
    Optional<String> near = unused.stream().filter(input::equalsIgnoreCase).findFirst();
    String remedy =
        near.map(column -> "write column '" + column + "' as the input is written, as case matters")
            .orElse(
                unused.isEmpty()
                    ? "declare one"
                    : "rename one of the columns "
                        + unused
                        + " to it, or say with "
                        + MAPPING
                        + " which it is"
                        + (input.equals(TOKENS) ? "; a column of text needs 'tokenizer'" : ""));
    return declaration.mismatch("input '" + input + "' has no column", remedy, null);
  }
}
