package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.InputBinding;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.flink.Prediction;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;
import org.apache.flink.util.IOUtils;

/** Scores rows in micro-batches. */
final class RowInferenceOperator extends MicroBatchOperator<Row, Prediction<Row>>
    implements BatchScorer.Results {
  private static final long serialVersionUID = 1L;

  /** A column's buffer of text doubles as it grows, beside the one before: three shares at most. */
  private static final int TEXT_SHARES = 8;

  private static final long MOST_TEXT = 1 << 30;

  private final transient ScoringSpec<Row> spec;
  private final transient List<String> fields;
  private transient ScoringSlot slot;
  private transient RowEncoder encoder;
  private transient BatchScorer scorer;
  private transient RowOutputs outputs;
  private transient Failures<Row> failures;
  private transient TypeSerializer<Row> copier;
  private transient StreamRecord<Row>[] records;
  private transient long mostText;
  private transient StreamRecord<Prediction<Row>> emitted;

  RowInferenceOperator(
      StreamOperatorParameters<Prediction<Row>> parameters,
      ScoringSpec<Row> spec,
      List<String> fields) {
    super(parameters, spec.batch());
    this.spec = spec;
    this.fields = fields;
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public void open() throws Exception {
    super.open();
    slot =
        ScoringSlot.open(
            spec, getContainingTask().getEnvironment(), getRuntimeContext(), getMetricGroup());
    mostText = Math.min(MOST_TEXT, slot.memoryLimit() / TEXT_SHARES);
    int maxRows = spec.batch().maxRows();
    Schema schema = InputBinding.schema(slot.inputs(), slot.bindings());
    encoder = new RowEncoder(slot.allocator(), schema, maxRows, fields);
    scorer = slot.scorer(schema);
    outputs = new RowOutputs(slot.outputs(), spec.outputs(), maxRows);
    failures = new Failures<>(spec.model().name(), spec.errors(), output, slot.metrics());
    copier =
        getExecutionConfig().isObjectReuseEnabled()
            ? getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader())
            : null;
    records = new StreamRecord[maxRows];
    emitted = new StreamRecord<>(null);
  }

  @Override
  void add(StreamRecord<Row> record) {
    RowFailure failure = encoder.add(record.getValue());
    if (failure == null) {
      // both the row and the stream record around it may be reused by whoever sent them
      Row row = record.getValue();
      records[encoder.rows() - 1] = record.copy(copier == null ? row : copier.copy(row));
    } else {
      failures.misfit(failure.field(), failure.reason(), failure.cause());
    }
  }

  @Override
  int buffered() {
    return encoder.rows();
  }

  @Override
  boolean isHeavy() {
    return encoder.textBytes() >= mostText;
  }

  @Override
  void processBatch() throws Exception {
    try (ArrowBatch batch = encoder.finish()) {
      scorer.score(batch, 0, batch.rows(), this);
    }
    // another column may need the room that a long text has taken
    if (slot.allocator().held() > slot.memoryLimit() / 2) {
      encoder.trim();
    }
  }

  @Override
  public void scored(int from, BoundBatch bound, ExecutableGraph executable) {
    Object[][] values = outputs.read(executable, bound.rows());
    for (int i = 0; i < bound.rows(); i++) {
      StreamRecord<Row> record = take(from + bound.batchRow(i));
      emitted.replace(new Prediction<>(record.getValue(), outputs.names(), values[i]));
      if (record.hasTimestamp()) {
        emitted.setTimestamp(record.getTimestamp());
      } else {
        emitted.eraseTimestamp();
      }
      output.collect(emitted);
    }
  }

  @Override
  public void dropped(int row, String field, String reason) {
    failures.dropped(take(row), field, reason);
  }

  @Override
  public void failed(int row, RowFailure failure) {
    failures.failed(take(row), failure.field(), failure.reason(), failure.cause());
  }

  private StreamRecord<Row> take(int row) {
    StreamRecord<Row> record = records[row];
    records[row] = null;
    return record;
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(encoder, slot, super::close);
  }
}
