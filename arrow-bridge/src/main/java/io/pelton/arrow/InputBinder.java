package io.pelton.arrow;

import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes the tensor of one model input from batch after batch. */
abstract sealed class InputBinder permits ListInput, MaskInput, NumberInput, TextInput {
  final ModelInput input;
  private final BoundColumn[] columns;
  final NullPolicy nulls;
  private long batches;
  private long views;
  private String latest;

  InputBinder(ModelInput input, BoundColumn[] columns, NullPolicy nulls) {
    this.input = input;
    this.columns = columns;
    this.nulls = nulls;
  }

  /**
   * A tensor with what it holds on to.
   *
   * @param view the storage to close when a batch is done, null where the tensor is packed
   */
  record Bound(Tensor tensor, Storage view) {}

  final void open(ArrowBatch batch) {
    for (BoundColumn column : columns) {
      column.open(batch);
    }
  }

  /** Marks the rows that this input's policy drops. */
  final void reject(BitSet rejected, int rows) {
    if (!(nulls instanceof NullPolicy.Drop)) {
      return;
    }
    for (BoundColumn column : columns) {
      for (int row = 0; column.nulls() > 0 && row < rows; row++) {
        if (column.isNull(row)) {
          rejected.set(row);
        }
      }
    }
  }

  /** The column for which this input drops a row. */
  final Optional<String> droppedFor(int row) {
    return nulls instanceof NullPolicy.Drop
        ? Arrays.stream(columns)
            .filter(column -> column.nulls() > 0 && column.isNull(row))
            .map(BoundColumn::name)
            .findFirst()
        : Optional.empty();
  }

  final Bound bind(Rows rows) {
    refuseNulls(rows);
    prepare(rows);
    Optional<String> obstacle = obstacle(rows);
    Bound bound = obstacle.isPresent() ? new Bound(pack(rows), null) : view(rows);
    batches++;
    if (bound.view() != null) {
      views++;
    }
    latest = obstacle.map(reason -> "packed, because " + reason).orElse("zero-copy view");
    return bound;
  }

  final void refuseNulls(Rows rows) {
    if (!(nulls instanceof NullPolicy.Fail)) {
      return;
    }
    for (BoundColumn column : columns) {
      for (int i = 0; column.nulls() > 0 && i < rows.count(); i++) {
        if (column.isNull(rows.at(i))) {
          throw new NullNotAllowed(input.name(), column.name(), rows.at(i));
        }
      }
    }
  }

  /** Why these rows can't be read in place; empty where they can. */
  private Optional<String> obstacle(Rows rows) {
    if (rows.count() == 0) {
      return Optional.of("the batch is empty");
    }
    if (!rows.isRun()) {
      return Optional.of("its rows do not follow each other in the batch");
    }
    return standingObstacle().or(() -> momentaryObstacle(rows.count()));
  }

  /** Finds what the rows need before they are bound. */
  void prepare(Rows rows) {}

  /** Why no batch of this schema can be read in place. */
  abstract Optional<String> standingObstacle();

  /** Why this batch can't be read in place although others may. */
  abstract Optional<String> momentaryObstacle(int rows);

  abstract Bound view(Rows rows);

  abstract Tensor pack(Rows rows);

  /** This input where a builder has its rows, if they can be read there. */
  final Optional<DirectInput> direct(ColumnPlan plan) {
    return standingObstacle().isPresent() ? Optional.empty() : place(plan);
  }

  /** Where an input without a standing obstacle lies in a builder's memory. */
  abstract Optional<DirectInput> place(ColumnPlan plan);

  final BoundColumn[] columns() {
    return columns;
  }

  /** The lengths of a tensor of so many rows; of lists whose lengths vary, those bound last. */
  abstract long[] dims(int rows);

  final String explain() {
    String way =
        batches > 0
            ? latest + " (" + views + " of " + batches + " batches without a copy)"
            : standingObstacle()
                .map(reason -> "packed, because " + reason)
                .orElse("zero-copy view where a batch's memory allows it");
    return "input " + input + " from " + names() + ": " + way;
  }

  private List<String> names() {
    return Arrays.stream(columns).map(BoundColumn::name).collect(Collectors.toList());
  }
}
