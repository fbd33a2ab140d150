package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.avro.AvroFileReader;
import io.pelton.arrow.avro.AvroOptions;
import io.pelton.arrow.io.BatchReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/** Avro container files; a piece is a range of bytes and has the blocks that begin in it. */
final class AvroFiles implements BatchFormat {
  @Override
  public Contents inspect(SourceFile file, int pieces, long count, ArrowAllocator allocator) {
    List<Piece> cut = new ArrayList<>();
    Schema schema = null;
    for (int i = 0; i < pieces; i++) {
      long from = file.length() / pieces * i;
      long end = i == pieces - 1 ? file.length() : file.length() / pieces * (i + 1);
      if (from == end || (schema != null && count == 0)) {
        cut.add(new Piece(from, end, 0));
        continue;
      }
      try (AvroFileReader reader = open(file, from, end, AvroOptions.defaults(), allocator)) {
        schema = reader.schema();
        cut.add(new Piece(from, end, count == 0 ? 0 : reader.totalRows().orElseThrow()));
      }
    }
    return new Contents(schema, cut);
  }

  @Override
  public BatchReader open(
      SourceFile file, long from, long end, List<String> columns, ArrowAllocator allocator) {
    AvroOptions all = AvroOptions.defaults();
    return open(file, from, end, columns.isEmpty() ? all : all.withFields(columns), allocator);
  }

  private static AvroFileReader open(
      SourceFile file, long from, long end, AvroOptions options, ArrowAllocator allocator) {
    return AvroFileReader.open(file.open(), file.uri(), options, allocator, from, end);
  }
}
