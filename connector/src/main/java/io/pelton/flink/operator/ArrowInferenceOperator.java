package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.OutputBinder;
import io.pelton.arrow.OutputBinding;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.IOUtils;

/** Scores Arrow batches as they come; nothing is buffered. */
final class ArrowInferenceOperator extends AbstractStreamOperator<ArrowBatch>
    implements OneInputStreamOperator<ArrowBatch, ArrowBatch>, BatchScorer.Results {
  private static final long serialVersionUID = 1L;

  private final transient ScoringSpec<ArrowBatch> spec;
  private final transient List<OutputBinding> bindings;
  private transient ScoringSlot slot;
  private transient OutputBinder outputs;
  private transient Failures<ArrowBatch> failures;
  private transient Schema schema;
  private transient BatchScorer scorer;
  private transient StreamRecord<ArrowBatch> current;
  private transient HeldColumns held;

  ArrowInferenceOperator(
      StreamOperatorParameters<ArrowBatch> parameters,
      ScoringSpec<ArrowBatch> spec,
      List<OutputBinding> bindings) {
    super(parameters);
    this.spec = spec;
    this.bindings = bindings;
  }

  @Override
  public void open() throws Exception {
    super.open();
    slot = ScoringSlot.open(spec, this);
    outputs = ArrowOutputs.binder(slot.outputs(), bindings);
    held = new HeldColumns();
    failures = new Failures<>(spec.model().name(), spec.errors(), output, slot.metrics());
  }

  @Override
  public void processElement(StreamRecord<ArrowBatch> record) throws Exception {
    current = record;
    ArrowBatch batch = record.getValue();
    try {
      prepare(batch.schema());
      int maxRows = spec.batch().maxRows();
      for (int from = 0; from < batch.rows(); from += maxRows) {
        scorer.score(batch, from, Math.min(from + maxRows, batch.rows()), this);
      }
    } finally {
      current = null;
    }
  }

  private void prepare(Schema columns) {
    if (!columns.equals(schema)) {
      ArrowOutputs.checkNames(columns, outputs.schema());
      scorer = slot.scorer(columns);
      schema = columns;
    }
  }

  @Override
  public void scored(int from, BoundBatch bound, ExecutableGraph executable) {
    ArrowBatch batch = current.getValue();
    try (ArrowBatch right = outputs.batch(slot.allocator(), values(executable));
        ArrowBatch left =
            bound.rejected().isEmpty()
                ? batch.slice(from, bound.rows())
                : SelectedRows.of(batch, rows(from, bound), slot.allocator())) {
      collect(left, right);
    }
  }

  private static int[] rows(int from, BoundBatch bound) {
    return Arrays.stream(bound.batchRows()).map(row -> from + row).toArray();
  }

  private List<Value> values(ExecutableGraph executable) {
    List<Value> values = new ArrayList<>(slot.outputs().size());
    for (int i = 0; i < slot.outputs().size(); i++) {
      values.add(executable.output(i));
    }
    return values;
  }

  private void collect(ArrowBatch left, ArrowBatch right) {
    try (ArrowBatch scored = left.beside(right)) {
      output.collect(withTimestamp(scored));
    }
  }

  @Override
  public void hold(RowGroup group, ExecutableGraph executable) {
    List<Value> values = values(executable);
    held.add(
        group.rows(),
        group.isPadded()
            ? outputs.cut(slot.allocator(), values, group.lengths())
            : outputs.batch(slot.allocator(), values));
  }

  @Override
  public void emit(int[] rows) {
    ArrowBatch batch = current.getValue();
    boolean isRun = rows[rows.length - 1] - rows[0] == rows.length - 1;
    try (ArrowBatch right = held.take(rows, slot.allocator());
        ArrowBatch left =
            isRun
                ? batch.slice(rows[0], rows.length)
                : SelectedRows.of(batch, rows, slot.allocator())) {
      collect(left, right);
    }
  }

  @Override
  public void release() {
    held.close();
  }

  @Override
  public void dropped(int row, String field, String reason) {
    try (ArrowBatch one = current.getValue().slice(row, 1)) {
      failures.dropped(withTimestamp(one), field, reason);
    }
  }

  @Override
  public void failed(int row, RowFailure failure) {
    try (ArrowBatch one = current.getValue().slice(row, 1)) {
      failures.failed(withTimestamp(one), failure.field(), failure.reason(), failure.cause());
    }
  }

  private StreamRecord<ArrowBatch> withTimestamp(ArrowBatch batch) {
    return current.copy(batch);
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(slot, super::close);
  }
}
