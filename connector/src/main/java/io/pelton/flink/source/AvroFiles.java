package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.avro.AvroFileReader;
import io.pelton.arrow.avro.AvroOptions;
import io.pelton.arrow.io.BatchReader;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Avro container files; a piece is a run of pages of the file, and has the blocks before which a
 * sync marker begins in it.
 */
final class AvroFiles implements BatchFormat {
  private static final long PAGE = 4096;

  /** Writers make blocks of about this many pages. */
  private static final int BLOCK_PAGES = 16;

  @Override
  public Contents inspect(SourceFile file, int pieces, boolean counted, ArrowAllocator allocator) {
    int pages = pages(file);
    List<Piece> cut = new ArrayList<>();
    int most = Math.min(pieces, Math.max(1, pages / BLOCK_PAGES));
    for (Piece piece : IpcFiles.cut(pages, most)) {
      cut.add(counted ? counted(file, piece, allocator) : piece);
    }
    try (BatchReader all = open(file, 0, pages, List.of(), allocator)) {
      Schema schema = all.schema();
      return new Contents(schema, cut);
    }
  }

  private static int pages(SourceFile file) {
    try (SeekableByteChannel channel = file.open()) {
      return Math.toIntExact((channel.size() + PAGE - 1) / PAGE);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.uri(), "read", failure);
    }
  }

  private Piece counted(SourceFile file, Piece piece, ArrowAllocator allocator) {
    try (BatchReader reader = open(file, piece.from(), piece.end(), List.of(), allocator)) {
      return new Piece(piece.from(), piece.end(), reader.totalRows().orElseThrow());
    }
  }

  @Override
  public BatchReader open(
      SourceFile file, int from, int end, List<String> columns, ArrowAllocator allocator) {
    AvroOptions options = AvroOptions.defaults();
    return AvroFileReader.open(
        file.open(),
        file.uri(),
        columns.isEmpty() ? options : options.withFields(columns),
        allocator,
        from * PAGE,
        end * PAGE);
  }
}
