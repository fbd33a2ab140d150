package io.pelton.flink.sink;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.streaming.api.functions.sink.filesystem.PartFileInfo;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.CheckpointRollingPolicy;

/**
 * When a file ends: at every checkpoint, and before it has more than so many rows, bytes or
 * milliseconds.
 */
final class FileRolling extends CheckpointRollingPolicy<BucketBatch, String> {
  private static final long serialVersionUID = 1L;

  private final transient OpenFiles files;
  private final long rows;
  private final long bytes;
  private final Duration age;

  FileRolling(OpenFiles files, SinkSpec spec) {
    this.files = files;
    this.rows = spec.rows();
    this.bytes = spec.bytes();
    this.age = spec.age();
  }

  @Override
  public boolean shouldRollOnEvent(PartFileInfo<String> file, BucketBatch next) throws IOException {
    long held = files.rows(file.getBucketId());
    return (held > 0 && next.batch().rows() > rows - held) || file.getSize() >= bytes;
  }

  @Override
  public boolean shouldRollOnProcessingTime(PartFileInfo<String> file, long now) {
    return now - file.getCreationTime() >= age.toMillis();
  }
}
