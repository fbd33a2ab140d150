package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.DirectBinding;
import io.pelton.arrow.RejectedRow;
import io.pelton.engine.executable.ExecutableGraph;
import java.util.Optional;

/**
 * Scores batches. Where a row can't be scored, the batch is cut at that row, or halved while the
 * row is not known, so that all others are. Rows come out in order.
 */
final class BatchScorer {
  /** Named rows after which a batch is halved all the same, so that many bad rows cost less. */
  static final int MOST_CUTS = 16;

  /** Takes what comes of a batch, in the order of its rows. */
  interface Results {
    /**
     * Rows were scored; the outputs are in the executable until this returns.
     *
     * @param from the batch's row that row 0 of {@code bound} counts from
     */
    void scored(int from, BoundBatch bound, ExecutableGraph executable) throws Exception;

    /**
     * Rows of a group were scored. The outputs are in the executable until this returns, and come
     * out with {@link #emit}.
     */
    void hold(RowGroup group, ExecutableGraph executable) throws Exception;

    /**
     * Rows that were held come out, in this order.
     *
     * @param rows of the batch, ascending
     */
    void emit(int[] rows) throws Exception;

    /** Nothing that is held comes out any more. */
    void release();

    /** A row was left out because a null policy says so. */
    void dropped(int row, String field, String reason) throws Exception;

    /** A row can't be scored. */
    void failed(int row, RowFailure failure) throws Exception;
  }

  private final ModelRun model;
  private final BatchBinder binder;
  private final GroupScorer groups;
  private ArrowBatch batch;
  private Results results;
  private int cuts;

  /**
   * @param groups where rows may have lists of several lengths, else null
   */
  BatchScorer(ModelRun model, BatchBinder binder, GroupScorer groups) {
    this.model = model;
    this.binder = binder;
    this.groups = groups;
  }

  /**
   * Scores rows of a batch, which stays the caller's.
   *
   * @throws io.pelton.flink.error.RowsMixed before anything came out, where the model mixes rows
   *     that it should not
   * @throws RuntimeException what is not about a row: memory, kernels that are missing or break
   */
  void score(ArrowBatch whole, int from, int end, Results sink) throws Exception {
    if (groups != null) {
      groups.score(whole, from, end, sink);
    } else {
      score(whole, from, end, sink, null);
    }
  }

  /**
   * Scores all but what was found to be bad of rows that were refused in place.
   *
   * @param refused what {@link #scoreInPlace} returned
   */
  void scoreOthers(ArrowBatch whole, RowFailure refused, Results sink) throws Exception {
    score(whole, 0, whole.rows(), sink, refused);
  }

  private void score(ArrowBatch whole, int from, int end, Results sink, RowFailure known)
      throws Exception {
    batch = whole;
    results = sink;
    cuts = 0;
    try {
      score(from, end, known);
    } finally {
      batch = null;
      results = null;
    }
  }

  /**
   * The records of an encoder in place; empty where they have to be scored as batches.
   *
   * @param encoder whose schema this scorer was made for
   */
  Optional<DirectBinding> direct(RecordEncoder<?> encoder) {
    return groups == null ? encoder.direct(binder) : Optional.empty();
  }

  /**
   * Scores rows that need not become a batch.
   *
   * @return null; or why, with nothing come out, the model refuses them: make a batch of them for
   *     {@link #scoreOthers}
   * @throws io.pelton.flink.error.RowsMixed as {@link #score} does
   */
  RowFailure scoreInPlace(BoundBatch rows, Results sink) throws Exception {
    RowFailure failure = model.run(rows);
    if (failure == null) {
      sink.scored(0, rows, model.executable());
    }
    return failure;
  }

  /**
   * @param known why they can't be scored together, or null
   */
  private void score(int start, int end, RowFailure known) throws Exception {
    int from = start;
    RowFailure failure = known;
    while (from < end) {
      failure = failure == null ? run(from, end) : failure;
      if (failure == null) {
        return;
      }
      if (end - from == 1) {
        results.failed(from, failure);
        return;
      }
      cuts++;
      if (failure.row() == RowFailure.UNKNOWN || cuts > MOST_CUTS) {
        int middle = (from + end) >>> 1;
        score(from, middle, null);
        from = middle;
      } else {
        int culprit = from + failure.row();
        score(from, culprit, null);
        results.failed(culprit, failure);
        from = culprit + 1;
      }
      failure = null;
    }
  }

  /** Null when the rows came out. */
  private RowFailure run(int from, int end) throws Exception {
    boolean whole = from == 0 && end == batch.rows();
    try (ArrowBatch part = whole ? batch.retain() : batch.slice(from, end - from)) {
      BoundBatch bound;
      try {
        bound = binder.bind(part);
      } catch (RuntimeException e) {
        return orThrow(RowFailure.binding(e), e);
      }
      try (bound) {
        return run(from, bound);
      }
    }
  }

  private RowFailure run(int from, BoundBatch bound) throws Exception {
    if (bound.rows() > 0) {
      RowFailure failure = model.run(bound);
      if (failure != null) {
        return failure;
      }
    }
    for (RejectedRow rejected : bound.rejected()) {
      results.dropped(from + rejected.row(), rejected.column(), reason(rejected));
    }
    if (bound.rows() > 0) {
      results.scored(from, bound, model.executable());
    }
    return null;
  }

  static String reason(RejectedRow rejected) {
    return "Input '" + rejected.input() + "' drops records with a null.";
  }

  static RowFailure orThrow(RowFailure failure, RuntimeException e) {
    if (failure == null) {
      throw e;
    }
    return failure;
  }
}
