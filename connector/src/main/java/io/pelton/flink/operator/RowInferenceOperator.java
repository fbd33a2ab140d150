package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.DirectBinding;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.flink.Prediction;
import io.pelton.flink.model.TaskManagerAccess;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.IOUtils;

/** Scores records, each a row, in micro-batches. */
final class RowInferenceOperator<T> extends MicroBatchOperator<T, Prediction<T>>
    implements BatchScorer.Results {
  private static final long serialVersionUID = 1L;

  private final transient ScoringSpec<T> spec;
  private final transient RecordEncoding<T> encoding;
  private transient ScoringSlot slot;
  private transient RecordEncoder<T> encoder;
  private transient BatchScorer scorer;
  private transient Optional<DirectBinding> direct;
  private transient RowOutputs outputs;
  private transient Failures<T> failures;
  private transient UnaryOperator<T> copier;
  private transient StreamRecord<T>[] records;
  private transient Object[][] held;
  private transient int heldEnd;
  private transient ByteBound bytes;
  private transient StreamRecord<Prediction<T>> emitted;

  RowInferenceOperator(
      StreamOperatorParameters<Prediction<T>> parameters,
      ScoringSpec<T> spec,
      RecordEncoding<T> encoding) {
    super(parameters, spec.batch());
    this.spec = spec;
    this.encoding = encoding;
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public void open() throws Exception {
    super.open();
    slot = ScoringSlot.open(spec, this);
    slot.metrics().showBatchTarget(this::batchSizeTarget);
    RecordEncoding<T> inTask =
        encoding.inTask(TaskManagerAccess.of(getContainingTask().getEnvironment()));
    Schema schema = slot.collected(inTask);
    bytes = new ByteBound(schema, spec.batch(), slot.memoryLimit());
    int maxRows = bytes.maxRows();
    encoder = inTask.open(slot.allocator(), schema, maxRows);
    bytes.watch(encoder);
    scorer = slot.scorer(encoder.schema());
    direct = scorer.direct(encoder);
    outputs = new RowOutputs(slot.outputs(), spec.outputs(), maxRows);
    failures = new Failures<>(spec.model().name(), spec.errors(), output, slot.metrics());
    copier =
        getExecutionConfig().isObjectReuseEnabled()
            ? encoding.copier(getOperatorConfig().getTypeSerializerIn(0, getUserCodeClassloader()))
            : UnaryOperator.identity();
    records = new StreamRecord[maxRows];
    held = new Object[maxRows][];
    emitted = new StreamRecord<>(null);
  }

  @Override
  boolean add(StreamRecord<T> record, boolean waits) {
    if (record.getValue() == null) {
      failures.misfit("", "The record is null.", null);
      return true;
    }
    RowFailure failure = encode(record.getValue());
    if (failure == null) {
      records[encoder.rows() - 1] = waits ? copy(record) : record;
    } else if (failure.isOfMemory() && encoder.rows() > 0) {
      return false;
    } else if (!encoder.isMisfit(failure)) {
      failures.failed(copy(record), failure.field(), failure.reason(), failure.cause());
    } else {
      failures.misfit(failure.field(), failure.reason(), failure.cause());
    }
    return true;
  }

  private RowFailure encode(T value) {
    RowFailure failure = encoder.add(value);
    if (failure != null && failure.isOfMemory() && encoder.rows() == 0) {
      encoder.trim();
      return encoder.add(value);
    }
    return failure;
  }

  /** Both the value and the record around it may be used again by whoever sent them. */
  private StreamRecord<T> copy(StreamRecord<T> record) {
    return record.copy(copier.apply(record.getValue()));
  }

  @Override
  int buffered() {
    return encoder.rows();
  }

  @Override
  boolean isHeavy() {
    return bytes.isReached(encoder);
  }

  @Override
  void processBatch() throws Exception {
    BoundBatch inPlace = direct.flatMap(DirectBinding::bind).orElse(null);
    RowFailure refused = inPlace == null ? null : scorer.scoreInPlace(inPlace, this);
    if (inPlace != null && refused == null) {
      encoder.clear();
    } else {
      scoreBatch(refused);
    }
    // another column may need the room that a long text has taken
    if (slot.allocator().held() > slot.memoryLimit() / 2) {
      encoder.trim();
    }
  }

  /**
   * @param refused why not in place; null where that was not tried
   */
  private void scoreBatch(RowFailure refused) throws Exception {
    try (ArrowBatch batch = encoder.finish()) {
      if (refused == null) {
        scorer.score(batch, 0, batch.rows(), this);
      } else {
        scorer.scoreOthers(batch, refused, this);
      }
    }
  }

  @Override
  public void scored(int from, BoundBatch bound, ExecutableGraph executable) {
    Object[][] values = outputs.read(executable, bound.rows());
    for (int i = 0; i < bound.rows(); i++) {
      emit(from + bound.batchRow(i), values[i]);
    }
  }

  private void emit(int row, Object[] values) {
    StreamRecord<T> record = take(row);
    emitted.replace(new Prediction<>(record.getValue(), outputs.names(), values));
    if (record.hasTimestamp()) {
      emitted.setTimestamp(record.getTimestamp());
    } else {
      emitted.eraseTimestamp();
    }
    output.collect(emitted);
  }

  @Override
  public void hold(RowGroup group, ExecutableGraph executable) {
    int[] rows = group.rows();
    Object[][] values = outputs.read(executable, rows.length);
    outputs.cut(values, group, executable);
    for (int i = 0; i < rows.length; i++) {
      held[rows[i]] = values[i];
      heldEnd = Math.max(heldEnd, rows[i] + 1);
    }
  }

  @Override
  public void emit(int[] rows) {
    for (int row : rows) {
      emit(row, held[row]);
      held[row] = null;
    }
  }

  @Override
  public void release() {
    Arrays.fill(held, 0, heldEnd, null);
    heldEnd = 0;
  }

  @Override
  public void dropped(int row, String field, String reason) {
    failures.dropped(take(row), field, reason);
  }

  @Override
  public void failed(int row, RowFailure failure) {
    failures.failed(take(row), failure.field(), failure.reason(), failure.cause());
  }

  private StreamRecord<T> take(int row) {
    StreamRecord<T> record = records[row];
    records[row] = null;
    return record;
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(encoder, slot, super::close);
  }
}
