package io.pelton.flink.sink;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowFields;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.type.PredictionTypeInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.SupportsConcurrentExecutionAttempts;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketState;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.types.Row;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Writes Arrow IPC files into a folder, exactly once.
 *
 * <pre>{@code
 * batches.sinkTo(ArrowSink.batches("s3://data/scored").withCompression(Compression.ZSTD));
 * }</pre>
 *
 * <p>Files are named {@code part-<subtask>-<writer>-<number>.arrow}, where the writer is a random
 * id, so that nothing there is ever replaced. A file gets its name when the checkpoint after its
 * last row is complete, or the input has ended; until then its name begins with a dot, and after a
 * failure such files may be left behind, to be deleted at leisure. A file ends at every checkpoint,
 * and at the limits set here. A subtask without elements writes no file.
 *
 * <p>The files and their commits are those of Flink's {@code FileSink}, which works in two phases
 * on all of Flink's file systems that can be written to safely.
 *
 * <p>Immutable; every {@code with} and {@code roll} method gives another sink.
 */
@PublicEvolving
public final class ArrowSink<T>
    implements Sink<T>,
        SupportsWriterState<T, FileWriterBucketState>,
        SupportsCommitter<FileSinkCommittable>,
        SupportsConcurrentExecutionAttempts {
  private static final long serialVersionUID = 1L;

  private final SinkSpec spec;
  private final BatchEncoder.Factory<T> encoders;
  private final SerializableFunction<T, String> buckets;

  private ArrowSink(
      SinkSpec spec, BatchEncoder.Factory<T> encoders, SerializableFunction<T, String> buckets) {
    this.spec = spec;
    this.encoders = encoders;
    this.buckets = buckets;
  }

  private static SinkSpec spec(String folder) {
    return new SinkSpec(
        InvalidSetting.named("folder", folder),
        "part",
        Compression.NONE,
        0,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        Duration.ofMillis(Long.MAX_VALUE));
  }

  /**
   * Writes batches as they are; all of one file have one schema.
   *
   * @param folder for Flink's file systems; made if it does not exist
   */
  public static ArrowSink<ArrowBatch> batches(String folder) {
    return new ArrowSink<>(
        spec(folder),
        (allocator, rows) -> rows == 0 ? new WholeBatches() : new MergedBatches(allocator, rows),
        batch -> "");
  }

  /**
   * Writes predictions: input fields, then the outputs, a single value as one column of the
   * output's name, arrays as {@code name_0}, {@code name_1}, …, maps as {@code name_key}.
   *
   * @param folder for Flink's file systems; made if it does not exist
   * @param type of the stream of predictions
   * @param fields of the input to write, in order; none for all of them
   * @throws io.pelton.flink.error.ConnectorException for a field that is missing or has no column
   *     type
   */
  public static ArrowSink<Prediction<Row>> predictions(
      String folder, TypeInformation<Prediction<Row>> type, String... fields) {
    InvalidSetting.named("folder", folder);
    InvalidSetting.given("fields", fields);
    if (!(type instanceof PredictionTypeInfo<Row> predictions)) {
      throw new InvalidSetting(
          "type",
          "that of a stream of predictions",
          String.valueOf(type),
          "pass the stream's getType()");
    }
    RowTypeInfo rows = RowFields.of(predictions.input());
    List<String> known = List.of(rows.getFieldNames());
    for (String field : fields) {
      InvalidSetting.named("fields", field);
    }
    List<String> chosen = fields.length == 0 ? known : List.of(fields);
    for (String field : chosen) {
      if (!known.contains(field)) {
        throw new InvalidSetting(
            "fields", "fields of " + known, "'" + field + "'", "name one of these");
      }
      RowFields.field(rows, field);
    }
    return new ArrowSink<>(
        spec(folder),
        (allocator, batchRows) -> {
          List<Field> columns = chosen.stream().map(field -> RowFields.field(rows, field)).toList();
          int[] positions = chosen.stream().mapToInt(known::indexOf).toArray();
          return new PredictionBatches(allocator, columns, positions, batchRows);
        },
        prediction -> "");
  }

  /** Begins the names of files with something else than {@code part}. */
  public ArrowSink<T> withFilePrefix(String prefix) {
    if (InvalidSetting.named("filePrefix", prefix).contains("/")) {
      throw new InvalidSetting(
          "filePrefix", "the begin of a name", "'" + prefix + "'", "leave folders out");
    }
    return with(spec.withPrefix(prefix));
  }

  /** Compresses the bodies of batches. Uncompressed unless this is set. */
  public ArrowSink<T> withCompression(Compression compression) {
    return with(spec.withCompression(InvalidSetting.given("compression", compression)));
  }

  /**
   * The rows of a batch in the file: predictions are collected into batches of as many, 4096 unless
   * this is set; smaller batches of one schema are copied together until they are as many, larger
   * ones are written as they are, and so are batches with dictionaries, unions, run-end encoded or
   * view lists. At a checkpoint what is there is written.
   *
   * @throws InvalidSetting for less than 1
   */
  public ArrowSink<T> withBatchRows(int rows) {
    return with(spec.withBatchRows((int) positive("batchRows", rows)));
  }

  /**
   * Ends a file before it has more rows than this, unless a single batch does.
   *
   * @throws InvalidSetting for less than 1
   */
  public ArrowSink<T> rollAfterRows(long rows) {
    return with(spec.withRows(positive("rollAfterRows", rows)));
  }

  /**
   * Ends a file that has as many bytes or more.
   *
   * @throws InvalidSetting for less than 1
   */
  public ArrowSink<T> rollAfterBytes(MemorySize bytes) {
    long size = InvalidSetting.given("rollAfterBytes", bytes).getBytes();
    return with(spec.withBytes(positive("rollAfterBytes", size)));
  }

  /**
   * Ends a file that was begun as long ago or longer. Looked at once in that time, or in a minute
   * where it is longer.
   *
   * @throws InvalidSetting for less than a millisecond
   */
  public ArrowSink<T> rollAfter(Duration age) {
    positive("rollAfter", InvalidSetting.given("rollAfter", age).toMillis());
    return with(spec.withAge(age));
  }

  /**
   * Writes elements to folders in the sink's folder.
   *
   * @param bucket gives the folder for an element, such as {@code day=5}; an empty one is the
   *     sink's folder itself
   */
  public ArrowSink<T> withBuckets(SerializableFunction<T, String> bucket) {
    return new ArrowSink<>(spec, encoders, InvalidSetting.given("buckets", bucket));
  }

  private static long positive(String setting, long value) {
    if (value < 1) {
      throw new InvalidSetting(setting, "1 or more", Long.toString(value), "give a larger one");
    }
    return value;
  }

  private ArrowSink<T> with(SinkSpec other) {
    return new ArrowSink<>(other, encoders, buckets);
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return restoreWriter(context, List.of());
  }

  @Override
  public StatefulSinkWriter<T, FileWriterBucketState> restoreWriter(
      WriterInitContext context, Collection<FileWriterBucketState> restored) throws IOException {
    return ArrowSinkWriter.open(spec, encoders, buckets, context, restored);
  }

  @Override
  public SimpleVersionedSerializer<FileWriterBucketState> getWriterStateSerializer() {
    return PartFiles.committing(spec).getWriterStateSerializer();
  }

  @Override
  public Committer<FileSinkCommittable> createCommitter(CommitterInitContext context)
      throws IOException {
    return PartFiles.committing(spec).createCommitter(context);
  }

  @Override
  public SimpleVersionedSerializer<FileSinkCommittable> getCommittableSerializer() {
    return PartFiles.committing(spec).getCommittableSerializer();
  }
}
