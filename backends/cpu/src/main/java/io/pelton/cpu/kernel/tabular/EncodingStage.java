package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.kernel.NodeSpec;
import java.util.Arrays;

/** OneHotEncoder of integers, or of floats truncated to such, in a pipeline. */
final class EncodingStage implements PipelineStage {
  private final LongIndex index;
  private final boolean isFloat;
  private final boolean zeros;
  private final int categories;
  private final Rows rows;
  private final int rowLength;
  private final int[] places;

  /**
   * @param rowLength elements of the node's output for each row of the pipeline
   */
  EncodingStage(NodeSpec node, OneHotEncoder op, RowType type, Rows rows, int rowLength) {
    this.index = OneHotEncoderKernel.index(node, op);
    this.isFloat = type.dtype().isFloat();
    this.zeros = op.zeros();
    this.categories = OneHotEncoderKernel.categories(node, op);
    this.rows = rows;
    this.rowLength = rowLength;
    this.places = new int[type.width()];
  }

  @Override
  public void apply(PipelineRow row) {
    for (int i = 0; i < places.length; i++) {
      places[i] = isFloat ? Lookup.truncated(index, row.doubles[i]) : index.find(row.longs[i]);
      if (places[i] < 0 && !zeros) {
        String category = isFloat ? Double.toString(row.doubles[i]) : Long.toString(row.longs[i]);
        throw OneHotEncoderKernel.unknown(rows, row.index * rowLength, category, categories);
      }
    }
    Arrays.fill(row.doubles, 0, places.length * categories, 0);
    for (int i = 0; i < places.length; i++) {
      if (places[i] >= 0) {
        row.doubles[i * categories + places[i]] = 1;
      }
    }
  }
}
