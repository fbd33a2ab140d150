package io.pelton.flink.operator;

import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.metrics.InferenceMetrics;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the error policy. */
final class Failures<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private final String model;
  private final ErrorPolicy<T> policy;
  private final Output<?> output;
  private final InferenceMetrics metrics;
  private long count;

  Failures(String model, ErrorPolicy<T> policy, Output<?> output, InferenceMetrics metrics) {
    this.model = model;
    this.policy = policy;
    this.output = output;
    this.metrics = metrics;
  }

  /**
   * A record that can't be scored.
   *
   * @throws BadRecord where the policy is to fail
   */
  void failed(StreamRecord<T> record, String field, String reason, Throwable cause) {
    note(field, reason);
    if (policy instanceof ErrorPolicy.Fail<T>) {
      throw new BadRecord(model, field, reason, cause);
    }
    show(record, field, reason);
  }

  /**
   * A record that contradicts the type of its own stream, so that no side output can take it.
   *
   * @throws BadRecord unless the policy is to skip
   */
  void misfit(String field, String reason, Throwable cause) {
    note(field, reason);
    if (!(policy instanceof ErrorPolicy.Skip<T>)) {
      throw new BadRecord(model, field, reason, cause);
    }
  }

  /** A record that a null policy leaves out, which is no reason to fail. */
  void dropped(StreamRecord<T> record, String field, String reason) {
    note(field, reason);
    show(record, field, reason);
  }

  /** Logs the first, the second, the fourth, …: a stream of bad records must not flood the log. */
  private void note(String field, String reason) {
    metrics.failed();
    count++;
    if (Long.bitCount(count) == 1) {
      LOG.warn(
          "Model '{}' could not score {} records so far; field '{}' of the latest: {}",
          model,
          count,
          field,
          reason);
    }
  }

  private void show(StreamRecord<T> record, String field, String reason) {
    if (policy instanceof ErrorPolicy.SideOutput<T> side) {
      FailedRecord<T> failed = new FailedRecord<>(record.getValue(), field, reason);
      output.collect(
          side.tag(),
          record.hasTimestamp()
              ? new StreamRecord<>(failed, record.getTimestamp())
              : new StreamRecord<>(failed));
    }
  }
}
