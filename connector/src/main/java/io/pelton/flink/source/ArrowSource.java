package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.source.BatchFormat.Contents;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.time.Duration;
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
 * Reads files as batches, each record batch as one element. The files are those that are named, and
 * those in the folders that are named and in the folders in them. Readers ask for pieces of files
 * as they get on; the position in each piece is checkpointed at every batch.
 *
 * <pre>{@code
 * ArrowSource source = ArrowSource.of("s3://data/people/");
 * DataStream<ArrowBatch> batches =
 *     env.fromSource(source, WatermarkStrategy.noWatermarks(), "people");
 * }</pre>
 *
 * <p>All files have the columns of the first one. In folders, names that begin with {@code .} or
 * {@code _} are passed over, of files and of folders, and so are names that end like those of
 * unfinished files, such as {@code .tmp} and {@code .inprogress}. A file must stay as it is from
 * when it has its name: one that has another length when it is read than when it was found, or is
 * gone by then, ends the job with {@link io.pelton.flink.error.FileChanged}.
 *
 * <p>Immutable; every {@code with} method gives another source.
 */
@PublicEvolving
public final class ArrowSource
    implements Source<ArrowBatch, ArrowSplit, PendingSplits>, ResultTypeQueryable<ArrowBatch> {
  /** What a reader may hold of Arrow memory unless {@link #withMemoryLimit} says otherwise. */
  public static final MemorySize DEFAULT_MEMORY_LIMIT = MemorySize.ofMebiBytes(256);

  private static final long serialVersionUID = 2L;

  private final ReadSpec spec;

  private ArrowSource(ReadSpec spec) {
    this.spec = spec;
  }

  /**
   * @param uris of files and folders, for Flink's file systems: paths, {@code file:}, {@code s3:},
   *     {@code hdfs:}, …
   * @throws InvalidSetting for none, a null or blank one, or one that is named twice
   */
  public static ArrowSource of(String... uris) {
    List<String> files = names("uris", "file", uris);
    return new ArrowSource(
        new ReadSpec(
            files,
            null,
            null,
            List.of(),
            null,
            ArrowSplit.ALL_ROWS,
            DEFAULT_MEMORY_LIMIT.getBytes(),
            null));
  }

  ReadSpec spec() {
    return spec;
  }

  private static List<String> names(String setting, String kind, String... names) {
    if (InvalidSetting.given(setting, names).length == 0) {
      throw new InvalidSetting(
          setting, "at least one " + kind, "none", "name the " + kind + "s to read");
    }
    for (String name : names) {
      InvalidSetting.named(setting, name);
    }
    List<String> all = List.of(names);
    for (String name : all) {
      if (Collections.frequency(all, name) > 1) {
        throw new InvalidSetting(
            setting, "every " + kind + " once", "'" + name + "' twice", "name it once");
      }
    }
    return all;
  }

  /**
   * Of the files in folders, reads only those whose names match.
   *
   * @param glob such as {@code *.arrow} or {@code part-[0-9]*.{arrow,parquet}}, for the name
   *     without the folders
   * @throws InvalidSetting for what is no glob
   */
  public ArrowSource withFileNames(String glob) {
    try {
      FileListing.matcher(InvalidSetting.named("fileNames", glob));
    } catch (IllegalArgumentException broken) {
      throw new InvalidSetting(
          "fileNames", "a glob", "'" + glob + "'", "write it like *.arrow", broken);
    }
    return new ArrowSource(spec.withNames(glob));
  }

  /**
   * Reads all files as of this format, whatever their first bytes say.
   *
   * @throws InvalidSetting for one that does not take the filter that is set
   */
  public ArrowSource withFormat(FileFormat format) {
    return new ArrowSource(spec.withFormat(InvalidSetting.given("format", format)));
  }

  /**
   * Reads some columns only, in this order. Files may then differ in the others.
   *
   * @throws InvalidSetting for no column, a null or blank one, or one that is named twice
   */
  public ArrowSource withColumns(String... columns) {
    return new ArrowSource(spec.withColumns(names("columns", "column", columns)));
  }

  /**
   * Reads only the rows of Parquet and ORC files that a Substrait expression is true for, null
   * counting as false. Row groups whose statistics rule it out are not read; the columns that it
   * names need not be among those that are read. With a limit, every file is read up to the limit
   * once more, to count the rows that pass. A job goes on from a checkpoint only with the filter
   * that it had. Files of other formats, and an expression that does not fit a file, end the job.
   *
   * @param substrait a serialized ExtendedExpression of one boolean expression, whose base schema
   *     names the files' columns from the first on, in their order; copied. {@code docs/arrow.md}
   *     says how to make one.
   * @throws InvalidSetting for an empty one, or where the format that is set does not take it
   */
  public ArrowSource withFilter(byte[] substrait) {
    if (InvalidSetting.given("filter", substrait).length == 0) {
      throw new InvalidSetting(
          "filter",
          "a serialized Substrait ExtendedExpression",
          "no bytes",
          "give one, or leave the filter out");
    }
    return new ArrowSource(spec.withFilter(substrait.clone()));
  }

  /**
   * Reads the first rows only: in the order of the files that are named, in folders by path. All
   * readers together send on exactly as many, or all there are where there are fewer; then the
   * stream ends, even if folders are monitored.
   *
   * @throws InvalidSetting for a negative number
   */
  public ArrowSource withLimit(long rows) {
    if (rows < 0) {
      throw new InvalidSetting("limit", "0 rows or more", rows + " rows", "give another number");
    }
    return new ArrowSource(spec.withRows(rows));
  }

  /**
   * Off-heap memory that one reader may hold. It has up to three record batches at a time: one that
   * is sent on, one that waits, and one that is being read.
   *
   * @throws InvalidSetting for nothing
   */
  public ArrowSource withMemoryLimit(MemorySize limit) {
    if (InvalidSetting.given("memoryLimit", limit).getBytes() == 0) {
      throw new InvalidSetting("memoryLimit", "more than nothing", limit.toString(), "give more");
    }
    return new ArrowSource(spec.withMemoryLimit(limit.getBytes()));
  }

  /**
   * Never ends, but looks for new files again and again and reads each once. A checkpoint keeps 24
   * bytes of every file that was found.
   *
   * @param interval between two looks
   * @throws InvalidSetting for less than a millisecond
   */
  public ArrowSource monitorEvery(Duration interval) {
    if (InvalidSetting.given("interval", interval).toMillis() < 1) {
      throw new InvalidSetting(
          "interval", "a millisecond or more", interval.toString(), "give a longer one");
    }
    return new ArrowSource(spec.withInterval(interval));
  }

  /**
   * The schema of the batches: that of the first file, which is read here and now, with the chosen
   * columns.
   *
   * @throws io.pelton.arrow.ArrowBridgeException where it can't be read
   * @throws InvalidSetting where there is no file yet
   */
  public Schema schema() {
    List<SourceFile> files = FileListing.of(spec);
    if (files.isEmpty()) {
      throw new InvalidSetting(
          "uris",
          "at least one file",
          "none in " + spec.uris(),
          "check the folders and withFileNames(…)");
    }
    SourceFile file = files.get(0);
    try (ArrowAllocator allocator = ArrowAllocator.open("schema of " + file.uri())) {
      Contents contents =
          spec.batches(spec.format(file), file.uri()).inspect(file, 1, 0, allocator);
      return ChosenColumns.choose(contents.schema(), spec.columns());
    }
  }

  @Override
  public Boundedness getBoundedness() {
    return spec.isContinuous() ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<ArrowBatch, ArrowSplit> createReader(SourceReaderContext context) {
    return ArrowSourceReader.create(spec, context);
  }

  @Override
  public SplitEnumerator<ArrowSplit, PendingSplits> createEnumerator(
      SplitEnumeratorContext<ArrowSplit> context) {
    return new ArrowEnumerator(context, spec, PendingSplits.none(spec.rows()));
  }

  @Override
  public SplitEnumerator<ArrowSplit, PendingSplits> restoreEnumerator(
      SplitEnumeratorContext<ArrowSplit> context, PendingSplits pending) {
    return new ArrowEnumerator(context, spec, pending);
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
