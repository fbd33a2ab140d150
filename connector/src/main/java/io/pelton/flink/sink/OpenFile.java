package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileWriter;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import org.apache.flink.api.common.serialization.BulkWriter;

/** One Arrow file on a stream of Flink's, made for the schema of its first batch. */
final class OpenFile implements BulkWriter<BucketBatch> {
  private final WritableByteChannel channel;
  private final String folder;
  private final Compression compression;
  private final ArrowAllocator allocator;
  private final Map<String, OpenFile> open;
  private String bucket;
  private IpcFileWriter writer;

  /**
   * @param folder for messages
   * @param open files by bucket, which this one is in from its first batch to its end
   */
  OpenFile(
      WritableByteChannel channel,
      String folder,
      Compression compression,
      ArrowAllocator allocator,
      Map<String, OpenFile> open) {
    this.channel = channel;
    this.folder = folder;
    this.compression = compression;
    this.allocator = allocator;
    this.open = open;
  }

  @Override
  public void addElement(BucketBatch element) {
    if (writer == null) {
      bucket = element.bucket();
      String name = "a file in " + folder + (bucket.isEmpty() ? "" : "/" + bucket);
      writer = IpcFileWriter.to(channel, name, element.batch().schema(), compression, allocator);
      open.put(bucket, this);
    }
    writer.write(element.batch());
  }

  long rows() {
    return writer == null ? 0 : writer.rows();
  }

  @Override
  public void flush() {
    // an Arrow file is of use only as a whole
  }

  @Override
  public void finish() {
    writer.finish();
    discard();
  }

  void discard() {
    open.remove(bucket);
    writer.close();
  }
}
