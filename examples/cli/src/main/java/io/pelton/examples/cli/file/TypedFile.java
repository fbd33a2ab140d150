package io.pelton.examples.cli.file;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.avro.AvroFileReader;
import io.pelton.arrow.avro.AvroOptions;
import io.pelton.arrow.dataset.DatasetFormat;
import io.pelton.arrow.dataset.DatasetReader;
import io.pelton.arrow.io.BatchReader;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.IpcStreamReader;
import io.pelton.arrow.io.Projection;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A file whose columns have types. */
public final class TypedFile {
  private final DataFile file;
  private final ArrowAllocator allocator;

  /**
   * @param file not of text
   * @param allocator outlives the batches
   */
  public TypedFile(DataFile file, ArrowAllocator allocator) {
    this.file = file;
    this.allocator = allocator;
  }

  /** Whether it can be opened again; a stream can't. */
  public boolean canReopen() {
    return !file.isStandard();
  }

  /** Opens it with all columns. */
  public BatchReader open() {
    return switch (file.format()) {
      case ARROW -> IpcFileReader.open(file.path(), allocator);
      case ARROWS -> stream();
      case AVRO -> AvroFileReader.open(file.path(), AvroOptions.defaults(), allocator);
      case PARQUET -> DatasetReader.of(file.path(), DatasetFormat.PARQUET).open(allocator);
      case ORC -> DatasetReader.of(file.path(), DatasetFormat.ORC).open(allocator);
      case CSV, TSV -> throw new IllegalArgumentException(file + " is text");
    };
  }

  private BatchReader stream() {
    if (!file.isStandard()) {
      return IpcStreamReader.open(file.path(), allocator);
    }
    InputStream in = new BufferedInputStream(new FileInputStream(FileDescriptor.in));
    return IpcStreamReader.open(in, file.toString(), allocator);
  }

  /**
   * Opens it with some of its columns, at least, in the order of the file.
   *
   * @param columns at the top; no two columns of the file have one of these names
   */
  public BatchReader open(List<String> columns) {
    return switch (file.format()) {
      case ARROW -> IpcFileReader.open(file.path(), allocator, only(columns));
      case AVRO ->
          AvroFileReader.open(file.path(), AvroOptions.defaults().withFields(columns), allocator);
      case PARQUET ->
          DatasetReader.of(file.path(), DatasetFormat.PARQUET).columns(columns).open(allocator);
      case ORC -> DatasetReader.of(file.path(), DatasetFormat.ORC).columns(columns).open(allocator);
      case ARROWS, CSV, TSV -> open();
    };
  }

  private static Projection only(List<String> columns) {
    return schema -> positions(schema, columns);
  }

  private static int[] positions(Schema schema, List<String> columns) {
    List<Field> fields = schema.getFields();
    return IntStream.range(0, fields.size())
        .filter(i -> columns.contains(fields.get(i).getName()))
        .toArray();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
