package io.pelton.flink.sink;

import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;

/** Flink's sink of files, set up for Arrow: it commits in two phases on all file systems. */
final class PartFiles {
  private static final long LONGEST_CHECK = 60_000;

  private PartFiles() {}

  /** For one writer. */
  static FileSink<BucketBatch> sink(SinkSpec spec, OpenFiles open, int subtask) {
    return FileSink.forBulkFormat(new Path(spec.folder()), open)
        .withBucketAssigner(new BucketNames())
        .withRollingPolicy(new FileRolling(open, spec))
        .withBucketCheckInterval(Math.max(1, Math.min(spec.age().toMillis(), LONGEST_CHECK)))
        .withOutputFileConfig(
            OutputFileConfig.builder()
                .withPartPrefix(spec.prefix() + "-" + subtask)
                .withPartSuffix(".arrow")
                .build())
        .build();
  }

  /** For committer and serializers, which write no batch. */
  static FileSink<BucketBatch> committing(SinkSpec spec) {
    return sink(spec, new OpenFiles(spec.folder(), spec.compression(), null), 0);
  }
}
