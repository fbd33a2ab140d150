package io.pelton.flink.table.predict;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.operator.RowFailure;
import io.pelton.flink.operator.RowScorer;
import io.pelton.flink.operator.ScoredRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;

/** Collects what becomes of the rows of one batch after the other. One thread at a time. */
final class RowOutcomes implements RowScorer.Results {
  private static final double NANOS_A_MILLISECOND = 1e6;

  private final int columns;
  private final ResultReader[] readers;
  private final int[] outputs;
  private final int[] fields;
  private final int[] versionFields;
  private final int[] latencyFields;
  private final StringData version;
  private final RowErrors errors;
  private Object[] outcomes;

  /**
   * @param outputs of the model
   * @param version of the model
   */
  RowOutcomes(PredictSpec spec, List<Port> outputs, String version, RowErrors errors) {
    List<ResultColumn> results = spec.results();
    List<ResultReader> outputReaders = new ArrayList<>();
    this.columns = results.size();
    this.fields = fields(results, ResultColumn.Output.class, null);
    this.outputs = new int[fields.length];
    for (int i = 0; i < fields.length; i++) {
      ResultColumn.Output column = (ResultColumn.Output) results.get(fields[i]);
      this.outputs[i] = ResultColumns.index(outputs, column);
      outputReaders.add(ResultReader.of(outputs.get(this.outputs[i]), column));
    }
    this.readers = outputReaders.toArray(ResultReader[]::new);
    this.versionFields =
        fields(results, ResultColumn.Metadata.class, ResultColumn.Kind.MODEL_VERSION);
    this.latencyFields = fields(results, ResultColumn.Metadata.class, ResultColumn.Kind.LATENCY);
    this.version = StringData.fromString(version);
    this.errors = errors;
  }

  /** Positions of the columns of a class, and of a kind unless that is null. */
  private static int[] fields(
      List<ResultColumn> results, Class<? extends ResultColumn> type, ResultColumn.Kind kind) {
    List<Integer> found = new ArrayList<>();
    for (int field = 0; field < results.size(); field++) {
      ResultColumn column = results.get(field);
      boolean fits =
          type.isInstance(column)
              && (kind == null || ((ResultColumn.Metadata) column).kind() == kind);
      if (fits) {
        found.add(field);
      }
    }
    return found.stream().mapToInt(Integer::intValue).toArray();
  }

  /** A batch for rows that are to come. */
  RowBatch newBatch() {
    return new RowBatch(latencyFields.length > 0);
  }

  /** Begins to collect what becomes of a batch. */
  void begin(int rows) {
    outcomes = new Object[rows];
  }

  /**
   * What became of the rows, where something did: a {@link Collection} of rows, or a {@link
   * Throwable}.
   */
  Object[] end() {
    Object[] ended = outcomes;
    outcomes = null;
    return ended;
  }

  @Override
  public void scored(ScoredRows scored) {
    int count = scored.count();
    GenericRowData[] rows = new GenericRowData[count];
    for (int i = 0; i < count; i++) {
      rows[i] = new GenericRowData(columns);
      for (int field : versionFields) {
        rows[i].setField(field, version);
      }
      outcomes[scored.row(i)] = List.<RowData>of(rows[i]);
    }
    for (int i = 0; i < readers.length; i++) {
      ResultReader reader = readers[i];
      int output = outputs[i];
      reader.read(
          scored.output(output),
          scored.lengths(output),
          rows,
          count,
          fields[i],
          (row, misfit) -> misfit(scored.row(row), rows[row], reader.column().name(), misfit));
    }
  }

  /** The first misfit of a row is the reason. */
  private void misfit(int row, GenericRowData scored, String column, UnfitValue misfit) {
    if (outcomes[row] instanceof List<?> good && good.contains(scored)) {
      outcomes[row] = errors.outcome(column, misfit.getMessage(), null);
    }
  }

  @Override
  public void failed(int row, RowFailure failure) {
    outcomes[row] = outcome(failure);
  }

  /** What becomes of a row that was not taken into a batch. */
  Object outcome(RowFailure failure) {
    return errors.outcome(failure.field(), failure.reason(), failure.cause());
  }

  @Override
  public void dropped(int row, String field, String reason) {
    errors.note(field, reason);
    outcomes[row] = List.<RowData>of();
  }

  /**
   * Writes into an outcome how long its row took.
   *
   * @param nanos since it came
   */
  void setLatency(Object outcome, long nanos) {
    if (latencyFields.length == 0 || !(outcome instanceof Collection<?> rows)) {
      return;
    }
    for (Object row : rows) {
      for (int field : latencyFields) {
        ((GenericRowData) row).setField(field, nanos / NANOS_A_MILLISECOND);
      }
    }
  }
}
