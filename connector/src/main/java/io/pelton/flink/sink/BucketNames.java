package io.pelton.flink.sink;

import io.pelton.flink.error.InvalidSetting;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/** Hands the bucket that a batch was given to Flink's writer of files. */
final class BucketNames implements BucketAssigner<BucketBatch, String> {
  private static final long serialVersionUID = 1L;

  /**
   * @throws InvalidSetting for what is no path below the sink's folder
   */
  static String check(String bucket) {
    boolean isPath =
        bucket != null
            && (bucket.isEmpty()
                || List.of(bucket.split("/", -1)).stream()
                    .noneMatch(name -> name.isBlank() || name.equals(".") || name.equals("..")));
    if (!isPath) {
      throw new InvalidSetting(
          "bucket",
          "a path below the sink's folder, such as day=5",
          bucket == null ? "null" : "'" + bucket + "'",
          "let the function of withBuckets(…) give one for every element");
    }
    return bucket;
  }

  @Override
  public String getBucketId(BucketBatch batch, Context context) {
    return batch.bucket();
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }
}
