package io.pelton.arrow;

import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The tensors of one batch, one a model input. Zero-copy tensors hold the batch's memory until this
 * is closed; packed ones live in their binder's memory, which the next batch overwrites. So: bind,
 * run, close, bind the next.
 */
public final class BoundBatch implements AutoCloseable {
  private final List<Tensor> tensors;
  private final List<Storage> views;
  private final Rows rows;
  private final List<RejectedRow> rejected;

  BoundBatch(List<Tensor> tensors, List<Storage> views, Rows rows, List<RejectedRow> rejected) {
    this.tensors = tensors;
    this.views = views;
    this.rows = rows;
    this.rejected = rejected;
  }

  /** One tensor a model input, in the order in which the binder was given them. */
  public List<Tensor> tensors() {
    return tensors;
  }

  /** Rows of every tensor: those of the batch without the rejected ones. */
  public int rows() {
    return rows.count();
  }

  /** The row of the batch that row {@code index} of the tensors is. */
  public int batchRow(int index) {
    return rows.at(index);
  }

  /** The rows of the batch that the tensors' rows are, in order. */
  public int[] batchRows() {
    return IntStream.range(0, rows.count()).map(rows::at).toArray();
  }

  /** What {@link NullPolicy#drop} left out, in order. */
  public List<RejectedRow> rejected() {
    return rejected;
  }

  @Override
  public void close() {
    views.forEach(Storage::close);
  }
}
