package io.pelton.flink.table.predict;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncPredictFunction;
import org.apache.flink.table.functions.FunctionContext;

/**
 * Scores rows in micro-batches. A row's future is completed when its batch is scored: by the call
 * that fills the batch, by the thread that watches the linger, or by a worker. What a row's
 * prediction is does not depend on its batch.
 */
@Internal
public final class PeltonAsyncPredictFunction extends AsyncPredictFunction {
  private static final long serialVersionUID = 1L;

  private final PredictSpec spec;
  private transient MicroBatcher batcher;

  public PeltonAsyncPredictFunction(PredictSpec spec) {
    this.spec = spec;
  }

  @Override
  public void open(FunctionContext context) throws Exception {
    batcher = MicroBatcher.open(spec, context);
  }

  /** Keeps nothing of the row but copies. On the task's thread. */
  @Override
  public CompletableFuture<Collection<RowData>> asyncPredict(RowData row) {
    return batcher.add(row);
  }

  /**
   * Waits for batches that are being scored. Rows that wait for theirs are dropped: Flink has them
   * in its state.
   */
  @Override
  public void close() throws Exception {
    if (batcher != null) {
      batcher.close();
    }
  }
}
