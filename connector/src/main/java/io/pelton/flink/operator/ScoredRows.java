package io.pelton.flink.operator;

import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.apache.flink.annotation.Internal;

/** Outputs of rows that were scored together. Valid until whoever was given it returns. */
@Internal
public final class ScoredRows {
  private final ExecutableGraph executable;
  private final int[] rows;
  private final List<int[]> lengths;

  /**
   * @param rows of the batch, in the order of the outputs' rows
   * @param lengths as {@link RowGroup} has them; null for none
   */
  ScoredRows(ExecutableGraph executable, int[] rows, List<int[]> lengths) {
    this.executable = executable;
    this.rows = rows;
    this.lengths = lengths;
  }

  public int count() {
    return rows.length;
  }

  /** Which row of the batch the outputs' row is. */
  public int row(int index) {
    return rows[index];
  }

  /**
   * @param index among the model's outputs
   */
  public Value output(int index) {
    return executable.output(index);
  }

  /** How many elements of an output's second axis belong to each row; null where all do. */
  public int[] lengths(int index) {
    return lengths == null ? null : lengths.get(index);
  }
}
