package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.metrics.TimerGauge;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Collects records and says when to process them together: when the batch is full or takes much
 * memory, its first record has lingered, a checkpoint barrier comes, the input ends or turns idle.
 * Watermarks wait for the batch they follow, so that they never overtake a record, and don't cut it
 * short. Nothing is left when a checkpoint is taken, so that there is no state. Where batches have
 * one row, each record passes straight through.
 */
abstract class MicroBatchOperator<IN, OUT> extends AbstractStreamOperator<OUT>
    implements OneInputStreamOperator<IN, OUT>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final transient BatchSizing sizing;
  private transient int fullRows;
  private transient long batches;
  private transient ScheduledFuture<?> timer;
  private transient Watermark held;

  MicroBatchOperator(StreamOperatorParameters<OUT> parameters, BatchPolicy policy) {
    super(parameters);
    this.sizing = BatchSizing.of(policy, System::nanoTime, idleMillis());
    this.fullRows = sizing.rows();
  }

  /** Flink counts what a task waits for its input, whatever stands between input and operator. */
  private LongSupplier idleMillis() {
    TimerGauge idle =
        getContainingTask()
            .getEnvironment()
            .getMetricGroup()
            .getIOMetricGroup()
            .getIdleTimeMsPerSecond();
    return idle::getAccumulatedCount;
  }

  /** Rows at which a batch is full at present. On any thread. */
  final int batchSizeTarget() {
    return sizing.rows();
  }

  /**
   * Takes a record into the batch, or deals with it otherwise.
   *
   * @param waits whether the record may be in the batch for longer than this call and that of
   *     {@link #processBatch} right after it
   * @return false, with nothing taken, where there is no room beside the records that are in the
   *     batch; never while it is empty
   */
  abstract boolean add(StreamRecord<IN> record, boolean waits) throws Exception;

  /** Records in the batch. */
  abstract int buffered();

  /** True when the batch takes so much memory that it must not wait until it is full. */
  abstract boolean isHeavy();

  /** Emits what comes of the batch, which is not empty, and begins a new one. */
  abstract void processBatch() throws Exception;

  @Override
  public final void processElement(StreamRecord<IN> record) throws Exception {
    if (fullRows == 1) {
      add(record, false);
      flush();
      return;
    }
    if (!add(record, true)) {
      flush();
      add(record, true);
    }
    int rows = buffered();
    if (rows >= fullRows || isHeavy()) {
      flush();
    } else if (timer == null && rows > 0) {
      startTimer();
    }
  }

  /** A timer that is due may be past cancelling: it must not close the batch after its own. */
  private void startTimer() {
    long batch = batches;
    timer =
        getProcessingTimeService()
            .registerTimer(
                getProcessingTimeService().getCurrentProcessingTime() + sizing.lingerMillis(),
                time -> {
                  if (batch == batches) {
                    flush();
                  }
                });
  }

  private void flush() throws Exception {
    cancelTimer();
    int rows = buffered();
    if (rows > 0) {
      batches++;
      sizing.processing();
      processBatch();
      sizing.processed(rows);
      fullRows = sizing.rows();
    }
    if (held != null) {
      Watermark mark = held;
      held = null;
      super.processWatermark(mark);
    }
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  @Override
  public final void processWatermark(Watermark mark) throws Exception {
    if (buffered() == 0) {
      super.processWatermark(mark);
    } else {
      held = mark;
      if (mark.getTimestamp() == Long.MAX_VALUE) {
        flush();
      }
    }
  }

  @Override
  public final void processWatermark(WatermarkEvent watermark) throws Exception {
    flush();
    super.processWatermark(watermark);
  }

  @Override
  public final void processWatermarkStatus(WatermarkStatus status) throws Exception {
    if (status.isIdle()) {
      flush();
    }
    super.processWatermarkStatus(status);
  }

  @Override
  public final void processRecordAttributes(RecordAttributes attributes) throws Exception {
    flush();
    super.processRecordAttributes(attributes);
  }

  @Override
  public final void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    flush();
    super.prepareSnapshotPreBarrier(checkpointId);
  }

  @Override
  public final void endInput() throws Exception {
    flush();
  }

  @Override
  public void close() throws Exception {
    cancelTimer();
    super.close();
  }
}
