package io.pelton.arrow.avro;

import java.util.List;
import org.apache.avro.Schema;

/**
 * How Avro data is read. Immutable.
 *
 * @param reader the schema that the data is read as; null for the writer's own
 * @param fields that become columns, by their paths with dots, in this order; null for all
 * @param framing of single values; files have none
 * @param batchRows rows of a batch that a file is read into; the last one has fewer
 * @param blockBytes the most that a file's block may have after decompression, at most 1 GiB
 */
public record AvroOptions(
    Schema reader, List<String> fields, AvroFraming framing, int batchRows, int blockBytes) {
  private static final int BATCH_ROWS = 8192;
  private static final int BLOCK_BYTES = 64 << 20;
  private static final int MOST_BLOCK_BYTES = 1 << 30;

  public AvroOptions {
    fields = fields == null ? null : List.copyOf(fields);
    if (batchRows < 1 || blockBytes < 1 || blockBytes > MOST_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "batches of " + batchRows + " rows from blocks of " + blockBytes + " bytes");
    }
  }

  /**
   * All fields as they were written, batches of 8192 rows, blocks of at most 64 MiB, values without
   * a prefix.
   */
  public static AvroOptions defaults() {
    return new AvroOptions(null, null, AvroFraming.plain(), BATCH_ROWS, BLOCK_BYTES);
  }

  public AvroOptions withReader(Schema schema) {
    return new AvroOptions(schema, fields, framing, batchRows, blockBytes);
  }

  public AvroOptions withFields(List<String> paths) {
    return new AvroOptions(reader, paths, framing, batchRows, blockBytes);
  }

  public AvroOptions withFraming(AvroFraming prefix) {
    return new AvroOptions(reader, fields, prefix, batchRows, blockBytes);
  }

  public AvroOptions withBatchRows(int rows) {
    return new AvroOptions(reader, fields, framing, rows, blockBytes);
  }

  public AvroOptions withBlockBytes(int bytes) {
    return new AvroOptions(reader, fields, framing, batchRows, bytes);
  }

  Projection projection(Schema writer) {
    return Projection.of(reader == null ? writer : reader, fields);
  }
}
