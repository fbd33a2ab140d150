package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.runtime.event.WatermarkEvent;
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
 * short. Nothing is left when a checkpoint is taken, so that there is no state.
 */
abstract class MicroBatchOperator<IN, OUT> extends AbstractStreamOperator<OUT>
    implements OneInputStreamOperator<IN, OUT>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final int maxRows;
  private final long lingerMillis;
  private transient ScheduledFuture<?> timer;
  private transient Watermark held;

  MicroBatchOperator(StreamOperatorParameters<OUT> parameters, BatchPolicy policy) {
    super(parameters);
    this.maxRows = policy.maxRows();
    this.lingerMillis = policy.linger().toMillis();
  }

  /** Takes a record into the batch, or deals with it otherwise. */
  abstract void add(StreamRecord<IN> record) throws Exception;

  /** Records in the batch. */
  abstract int buffered();

  /** True when the batch takes so much memory that it must not wait until it is full. */
  abstract boolean isHeavy();

  /** Emits what comes of the batch, which is not empty, and begins a new one. */
  abstract void processBatch() throws Exception;

  @Override
  public final void processElement(StreamRecord<IN> record) throws Exception {
    add(record);
    int rows = buffered();
    if (rows >= maxRows || isHeavy()) {
      flush();
    } else if (timer == null && rows > 0) {
      timer =
          getProcessingTimeService()
              .registerTimer(
                  getProcessingTimeService().getCurrentProcessingTime() + lingerMillis,
                  time -> flush());
    }
  }

  private void flush() throws Exception {
    cancelTimer();
    if (buffered() > 0) {
      processBatch();
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
