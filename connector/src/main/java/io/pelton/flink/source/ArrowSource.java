package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Reads Arrow IPC files as batches, each record batch of a file as one element. Bounded. The
 * readers share the record batches of every file; the position in them is checkpointed.
 *
 * <pre>{@code
 * ArrowSource source = ArrowSource.of("s3://data/people.arrow");
 * DataStream<ArrowBatch> batches =
 *     env.fromSource(source, WatermarkStrategy.noWatermarks(), "people");
 * }</pre>
 */
@PublicEvolving
public final class ArrowSource
    implements Source<ArrowBatch, ArrowSplit, PendingSplits>, ResultTypeQueryable<ArrowBatch> {
  /** What a reader may hold of Arrow memory unless {@link #withMemoryLimit} says otherwise. */
  public static final MemorySize DEFAULT_MEMORY_LIMIT = MemorySize.ofMebiBytes(256);

  private static final long serialVersionUID = 1L;

  private final List<String> uris;
  private final long memoryLimit;

  private ArrowSource(List<String> uris, long memoryLimit) {
    this.uris = uris;
    this.memoryLimit = memoryLimit;
  }

  /**
   * @param uris for Flink's file systems: paths, {@code file:}, {@code s3:}, {@code hdfs:}, …
   * @throws InvalidSetting for no file, a null or blank one, or one that is named twice
   */
  public static ArrowSource of(String... uris) {
    if (InvalidSetting.given("uris", uris).length == 0) {
      throw new InvalidSetting("uris", "at least one file", "none", "name the files to read");
    }
    for (String uri : uris) {
      InvalidSetting.named("uris", uri);
    }
    for (String uri : uris) {
      if (Collections.frequency(List.of(uris), uri) > 1) {
        throw new InvalidSetting("uris", "every file once", "'" + uri + "' twice", "name it once");
      }
    }
    return new ArrowSource(List.of(uris), DEFAULT_MEMORY_LIMIT.getBytes());
  }

  /** Off-heap memory that one reader may hold; it has one record batch at a time. */
  public ArrowSource withMemoryLimit(MemorySize limit) {
    return new ArrowSource(uris, InvalidSetting.given("memoryLimit", limit).getBytes());
  }

  /**
   * The schema of the first file, which is read here and now.
   *
   * @throws io.pelton.arrow.ArrowBridgeException where it can't be read
   */
  public Schema schema() {
    try (ArrowAllocator allocator = ArrowAllocator.open("schema of " + uris.get(0));
        IpcFileReader reader = FileChannels.open(uris.get(0), allocator)) {
      return reader.schema();
    }
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<ArrowBatch, ArrowSplit> createReader(SourceReaderContext context) {
    return new ArrowSourceReader("Arrow source reader " + context.getIndexOfSubtask(), memoryLimit);
  }

  @Override
  public SplitEnumerator<ArrowSplit, PendingSplits> createEnumerator(
      SplitEnumeratorContext<ArrowSplit> context) {
    return new ArrowEnumerator(context, uris, new PendingSplits(false, List.of()));
  }

  @Override
  public SplitEnumerator<ArrowSplit, PendingSplits> restoreEnumerator(
      SplitEnumeratorContext<ArrowSplit> context, PendingSplits pending) {
    return new ArrowEnumerator(context, uris, pending);
  }

  @Override
  public SimpleVersionedSerializer<ArrowSplit> getSplitSerializer() {
    return new ArrowSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<PendingSplits> getEnumeratorCheckpointSerializer() {
    return new PendingSplitsSerializer();
  }

  @Override
  public TypeInformation<ArrowBatch> getProducedType() {
    return ArrowBatchTypeInfo.INSTANCE;
  }
}
