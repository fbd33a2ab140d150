package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.Compression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;

/**
 * The files that one writer of a sink has open, one a bucket. Flink forgets those that it gives up;
 * here they are closed. Stays where it was made: only its type can be serialized.
 */
final class OpenFiles implements BulkWriter.Factory<BucketBatch>, AutoCloseable {
  private static final long serialVersionUID = 1L;

  private final transient String folder;
  private final transient Compression compression;
  private final transient ArrowAllocator allocator;
  private final transient Map<String, OpenFile> files = new HashMap<>();

  OpenFiles(String folder, Compression compression, ArrowAllocator allocator) {
    this.folder = folder;
    this.compression = compression;
    this.allocator = allocator;
  }

  @Override
  public BulkWriter<BucketBatch> create(FSDataOutputStream stream) {
    return new OpenFile(new StreamChannel(stream), folder, compression, allocator, files);
  }

  /** Rows in the open file of a bucket. */
  long rows(String bucket) {
    OpenFile file = files.get(bucket);
    return file == null ? 0 : file.rows();
  }

  @Override
  public void close() {
    List<OpenFile> left = new ArrayList<>(files.values());
    left.forEach(OpenFile::discard);
  }
}
