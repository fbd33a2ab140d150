package io.pelton.arrow;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which columns a model output becomes. A description, which {@link OutputBinder} checks and
 * carries out.
 */
public sealed interface OutputBinding extends Serializable {
  /**
   * What suits the output: one column for [N] and [N,1]; columns {@code name_0}, {@code name_1}, …
   * for [N,K] with a fixed K; a column of lists for [N,L,…] with an open L; a column of maps for
   * mappings.
   */
  static OutputBinding standard(String output) {
    return new Standard(output);
  }

  /** One plain column of an output [N] or [N,1]. */
  static OutputBinding column(String output, String column) {
    return new Plain(output, column);
  }

  /** K plain columns of an output [N,K]. */
  static OutputBinding columns(String output, List<String> columns) {
    return new Split(output, columns);
  }

  /**
   * One column of fixed-size lists, a row's elements in row-major order, of an output [N,…]. Where
   * the second axis is open, as in [N,L] and [N,L,…], they are lists of any length, of elements or
   * of fixed-size lists of these.
   */
  static OutputBinding list(String output, String column) {
    return new Lists(output, column);
  }

  /** One column of Arrow maps of an output of mappings. */
  static OutputBinding map(String output, String column) {
    return new Maps(output, column);
  }

  /**
   * One column a label of an output of mappings; null where a row's mapping lacks the label. Labels
   * that are not listed get no column.
   *
   * @param columns from label (an integer in decimal where keys are integers) to column name
   */
  static OutputBinding labels(String output, Map<String, String> columns) {
    return new Labels(output, columns);
  }

  /** The name of the model output. */
  String output();

  /** See {@link OutputBinding#standard}. */
  record Standard(String output) implements OutputBinding {}

  /** See {@link OutputBinding#column}. */
  record Plain(String output, String column) implements OutputBinding {}

  /** See {@link OutputBinding#columns}. */
  record Split(String output, List<String> columns) implements OutputBinding {
    public Split {
      columns = List.copyOf(columns);
    }
  }

  /** See {@link OutputBinding#list}. */
  record Lists(String output, String column) implements OutputBinding {}

  /** See {@link OutputBinding#map}. */
  record Maps(String output, String column) implements OutputBinding {}

  /** See {@link OutputBinding#labels}. */
  record Labels(String output, Map<String, String> columns) implements OutputBinding {
    public Labels {
      columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }
  }
}
