package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.DirectBinding;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.metrics.InferenceMetrics;
import io.pelton.flink.model.LoadedModel;
import io.pelton.flink.model.TaskManagerAccess;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/**
 * Scores rows of tables where there is no operator: collects them in a batch, of which they keep
 * nothing but copies, and runs the model on it. One thread at a time, but for its {@link Worker}s,
 * which may each have a thread of their own.
 */
@Internal
public final class RowScorer implements AutoCloseable {
  /** Takes what becomes of the rows of a batch, each once, in any order. */
  public interface Results {
    /** Rows were scored. */
    void scored(ScoredRows rows);

    /** A row can't be scored. */
    void failed(int row, RowFailure failure);

    /** A row was left out because a null policy says so. */
    void dropped(int row, String field, String reason);
  }

  private final ScoringSlot slot;
  private final ByteBound bytes;
  private final RecordEncoder<RowData> encoder;
  private final BatchScorer scorer;
  private final Optional<DirectBinding> direct;

  private RowScorer(ScoringSlot slot, ScoringSpec<RowData> spec, RecordEncoding<RowData> encoding) {
    this.slot = slot;
    Schema schema = slot.collected(encoding);
    this.bytes = new ByteBound(schema, spec.batch(), slot.memoryLimit());
    this.encoder = encoding.open(slot.allocator(), schema, bytes.maxRows());
    this.bytes.watch(encoder);
    this.scorer = slot.scorer(encoder.schema());
    this.direct = scorer.direct(encoder);
  }

  /**
   * Loads the model unless another function of the TaskManager has.
   *
   * @param metrics takes a group {@code model.<name>}
   * @param task for messages
   * @throws io.pelton.flink.error.ConnectorException for a model that can't be read, or that the
   *     rows do not suit
   */
  public static RowScorer open(
      ScoringSpec<RowData> spec,
      RecordEncoding<RowData> encoding,
      TaskManagerAccess access,
      MetricGroup metrics,
      String task)
      throws Exception {
    ScoringSlot slot = ScoringSlot.open(spec, access, metrics, task);
    try {
      return new RowScorer(slot, spec, encoding.inTask(access));
    } catch (Throwable failure) {
      IOUtils.closeQuietly(slot);
      throw failure;
    }
  }

  public LoadedModel model() {
    return slot.model();
  }

  public List<Port> outputs() {
    return slot.outputs();
  }

  public InferenceMetrics metrics() {
    return slot.metrics();
  }

  /** Rows in the batch. */
  public int rows() {
    return encoder.rows();
  }

  /** True when the batch has as many rows, or takes as much memory, as it may. */
  public boolean isFull() {
    return bytes.isReached(encoder);
  }

  /**
   * Copies what the model needs of a row into the batch.
   *
   * @return null, or why it was not taken; where that {@link RowFailure#isOfMemory is a matter of
   *     memory}, it may be taken when there is less else
   */
  public RowFailure add(RowData row) {
    RowFailure failure = encoder.add(row);
    if (failure != null && failure.isOfMemory() && encoder.rows() == 0) {
      encoder.trim();
      return encoder.add(row);
    }
    return failure;
  }

  /**
   * Scores the batch, and begins a new one.
   *
   * @throws RuntimeException what is not about a row
   */
  public void score(Results results) throws Exception {
    try {
      score(new Sink(results));
    } finally {
      if (encoder.rows() > 0) {
        encoder.clear();
      }
    }
    trim();
  }

  private void score(Sink sink) throws Exception {
    BoundBatch inPlace = direct.flatMap(DirectBinding::bind).orElse(null);
    RowFailure refused = inPlace == null ? null : scorer.scoreInPlace(inPlace, sink);
    if (inPlace != null && refused == null) {
      encoder.clear();
    } else {
      try (ArrowBatch batch = encoder.finish()) {
        if (refused == null) {
          scorer.score(batch, 0, batch.rows(), sink);
        } else {
          scorer.scoreOthers(batch, refused, sink);
        }
      }
    }
  }

  /** Another column may need the room that a long text has taken. */
  private void trim() {
    if (slot.allocator().held() > slot.memoryLimit() / 2) {
      encoder.trim();
    }
  }

  /** The batch, which a worker scores and closes, and a new one begins. */
  public ArrowBatch finish() {
    ArrowBatch batch = encoder.finish();
    trim();
    return batch;
  }

  /** A worker with an executable of its own, which is closed with this. */
  public Worker worker() {
    return new Worker(slot.concurrentScorer(encoder.schema()));
  }

  /** Scores finished batches beside others. One thread at a time. */
  public static final class Worker {
    private final BatchScorer scorer;

    private Worker(BatchScorer scorer) {
      this.scorer = scorer;
    }

    /**
     * Scores a batch, which stays the caller's.
     *
     * @throws RuntimeException what is not about a row
     */
    public void score(ArrowBatch batch, Results results) throws Exception {
      scorer.score(batch, 0, batch.rows(), new Sink(results));
    }
  }

  /** Rows need not come out in order. */
  private record Sink(Results results) implements BatchScorer.Results {
    @Override
    public void scored(int from, BoundBatch bound, ExecutableGraph executable) {
      int[] rows = new int[bound.rows()];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = from + bound.batchRow(i);
      }
      results.scored(new ScoredRows(executable, rows, null));
    }

    @Override
    public void hold(RowGroup group, ExecutableGraph executable) {
      results.scored(new ScoredRows(executable, group.rows(), group.lengths()));
    }

    @Override
    public void emit(int[] rows) {
      // they have come out
    }

    @Override
    public void release() {
      // nothing is held
    }

    @Override
    public void dropped(int row, String field, String reason) {
      results.dropped(row, field, reason);
    }

    @Override
    public void failed(int row, RowFailure failure) {
      results.failed(row, failure);
    }
  }

  /**
   * To be called when no worker scores any more.
   *
   * @throws io.pelton.arrow.AllocatorLeak when someone still holds memory
   */
  @Override
  public void close() throws Exception {
    IOUtils.closeAll(encoder, slot);
  }
}
