package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.RaggedBinder;
import io.pelton.arrow.RejectedRow;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.PeltonException;
import io.pelton.engine.error.SymbolConflict;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Truncation;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Scores batches whose rows have lists of several lengths, group by group. What becomes of a row is
 * kept until all groups are done; then rows come out in order. Where a row can't be scored, its
 * group is taken apart, so that all others are.
 */
final class GroupScorer {
  /** What becomes of a row: that it is in no group yet, or that its outputs are held. */
  private enum State {
    OPEN,
    HELD
  }

  /** What becomes of a row: that a null policy leaves it out. */
  private record Dropped(String field, String reason) {}

  /** Lengths that a model is asked for, to see whether it takes any. */
  private static final List<Long> SOME_LENGTHS = List.of(1L, 2L, 8L, 16L);

  private final ModelRun model;
  private final RaggedBinder binder;
  private final LengthPolicy policy;
  private final LengthGroups groups;
  private final PaddingVerdict padding;
  private BatchScorer.Results results;
  private Object[] fates = new Object[0];
  private int start;
  private int cuts;
  private Boolean takesSome;

  GroupScorer(ModelRun model, RaggedBinder binder, LengthGroups groups, PaddingVerdict padding) {
    this.model = model;
    this.binder = binder;
    this.policy = model.spec().lengths();
    this.groups = groups;
    this.padding = padding;
  }

  /** See {@link BatchScorer#score}. */
  void score(ArrowBatch whole, int from, int end, BatchScorer.Results sink) throws Exception {
    results = sink;
    start = from;
    cuts = 0;
    boolean isAll = from == 0 && end == whole.rows();
    try (ArrowBatch batch = isAll ? whole.retain() : whole.slice(from, end - from)) {
      binder.open(batch);
      fates = new Object[batch.rows()];
      Arrays.fill(fates, State.OPEN);
      judge();
      for (LengthGroups.Group group :
          groups.of(fates.length, row -> fates[row] == State.OPEN, padding.isMasked())) {
        score(group);
      }
      emit();
    } finally {
      sink.release();
      results = null;
    }
  }

  /** Decides on rows whose lists say enough. */
  private void judge() {
    for (RejectedRow rejected : binder.rejected()) {
      fates[rejected.row()] = new Dropped(rejected.column(), BatchScorer.reason(rejected));
    }
    binder.uneven().forEach((row, uneven) -> fates[row] = RowFailure.binding(uneven));
    for (int axis = 0; axis < binder.axes() && policy.truncation() == Truncation.REFUSE; axis++) {
      for (int row = 0; row < fates.length; row++) {
        int found = binder.found(axis, row);
        if (found > policy.maxLength() && fates[row] == State.OPEN) {
          String reason =
              "A list of " + found + " elements is longer than maxLength " + policy.maxLength();
          fates[row] = new RowFailure(row, binder.column(axis), reason + ".", null);
        }
      }
    }
  }

  private void score(LengthGroups.Group group) throws Exception {
    RowFailure failure = run(group);
    if (failure == null) {
      return;
    }
    if (group.isPadded()) {
      // a row has the same bits without padding, and then the failure is its own
      for (LengthGroups.Group part : groups.exact(group)) {
        score(part);
      }
      return;
    }
    int rows = group.rows().length;
    if (rows == 1) {
      fates[group.rows()[0]] = failure;
      return;
    }
    cuts++;
    int culprit = failure.row() == RowFailure.UNKNOWN ? -1 : indexOf(group, failure.row());
    if (culprit < 0 || cuts > BatchScorer.MOST_CUTS) {
      score(group.part(0, rows / 2));
      score(group.part(rows / 2, rows));
    } else {
      fates[failure.row()] = failure;
      if (culprit > 0) {
        score(group.part(0, culprit));
      }
      if (culprit + 1 < rows) {
        score(group.part(culprit + 1, rows));
      }
    }
  }

  private static int indexOf(LengthGroups.Group group, int row) {
    return IntStream.range(0, group.rows().length)
        .filter(i -> group.rows()[i] == row)
        .findFirst()
        .orElse(-1);
  }

  /** Null when the rows are held, or have failed all. */
  private RowFailure run(LengthGroups.Group group) throws Exception {
    BoundBatch bound;
    try {
      bound = binder.bind(group.rows(), group.targets());
    } catch (RuntimeException e) {
      return BatchScorer.orThrow(RowFailure.binding(e), e);
    }
    try (bound) {
      RowFailure failure = model.run(bound);
      if (failure == null) {
        results.hold(rowGroup(group), model.executable());
        hold(group);
        takesSome = true;
      }
      return failure;
    } catch (InvalidOp | InputMismatch | SymbolConflict e) {
      if (!takesSomeLength()) {
        throw e;
      }
      return refused(group, e);
    }
  }

  private void hold(LengthGroups.Group group) {
    for (int row : group.rows()) {
      fates[row] = State.HELD;
    }
  }

  /** The model has no plan for lists of this length, which is a matter of these rows alone. */
  private RowFailure refused(LengthGroups.Group group, EngineException e) {
    String reason =
        "The model does not take lists of "
            + Arrays.stream(group.targets())
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" and "))
            + " elements: "
            + e.getMessage();
    if (group.isPadded()) {
      return new RowFailure(RowFailure.UNKNOWN, "", reason, e);
    }
    for (int row : group.rows()) {
      fates[row] = new RowFailure(row, binder.column(0), reason, e);
    }
    return null;
  }

  /** Whether the model runs at all: one that never does is no record's fault. */
  private boolean takesSomeLength() {
    if (takesSome == null) {
      takesSome = SOME_LENGTHS.stream().anyMatch(this::takes);
    }
    return takesSome;
  }

  private boolean takes(long length) {
    Map<String, Long> lengths =
        IntStream.range(0, binder.axes())
            .boxed()
            .collect(Collectors.toMap(axis -> binder.axis(axis).toString(), axis -> length));
    try {
      model.model().compiled().preview(1, lengths);
      return true;
    } catch (PeltonException e) {
      return false;
    }
  }

  private RowGroup rowGroup(LengthGroups.Group group) {
    int[] rows = Arrays.stream(group.rows()).map(row -> start + row).toArray();
    if (!group.isPadded()) {
      int outputs = model.executable().outputs().size();
      return new RowGroup(rows, Collections.nCopies(outputs, null));
    }
    List<int[]> lengths =
        padding.axes().stream()
            .map(axis -> axis < 0 ? null : lengths(group, axis))
            .collect(Collectors.toList());
    return new RowGroup(rows, lengths);
  }

  private int[] lengths(LengthGroups.Group group, int axis) {
    return Arrays.stream(group.rows()).map(row -> binder.length(axis, row)).toArray();
  }

  private void emit() throws Exception {
    int[] held = new int[fates.length];
    int count = 0;
    for (int row = 0; row < fates.length; row++) {
      if (fates[row] instanceof Dropped dropped) {
        results.dropped(start + row, dropped.field(), dropped.reason());
      } else if (fates[row] instanceof RowFailure failure) {
        emit(held, count);
        count = 0;
        results.failed(start + row, failure);
      } else {
        held[count++] = start + row;
      }
    }
    emit(held, count);
  }

  private void emit(int[] held, int count) throws Exception {
    if (count > 0) {
      results.emit(Arrays.copyOf(held, count));
    }
  }
}
