package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.BatchReader;
import io.pelton.arrow.io.IpcFileReader;
import java.util.ArrayList;
import java.util.List;

/** Arrow IPC files; a piece is a run of record batches. */
final class IpcFiles implements BatchFormat {
  @Override
  public Contents inspect(SourceFile file, int pieces, boolean counted, ArrowAllocator allocator) {
    try (IpcFileReader reader = IpcFileReader.open(file.open(), file.uri(), allocator)) {
      List<Piece> cut = new ArrayList<>();
      for (Piece piece : cut(reader.batches(), pieces)) {
        long rows = 0;
        for (int batch = piece.from(); counted && batch < piece.end(); batch++) {
          rows += reader.rows(batch);
        }
        cut.add(new Piece(piece.from(), piece.end(), rows));
      }
      return new Contents(reader.schema(), cut);
    }
  }

  /** Runs of nearly equal length; fewer than asked for where there are fewer batches. */
  static List<Piece> cut(int batches, int runs) {
    List<Piece> pieces = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int from = (int) ((long) batches * run / runs);
      int end = (int) ((long) batches * (run + 1) / runs);
      if (from < end) {
        pieces.add(new Piece(from, end, 0));
      }
    }
    return pieces;
  }

  @Override
  public BatchReader open(
      SourceFile file, int from, int end, List<String> columns, ArrowAllocator allocator) {
    IpcFileReader reader = IpcFileReader.open(file.open(), file.uri(), allocator);
    try {
      return ChosenColumns.of(new BatchRange(reader, from, end), columns);
    } catch (RuntimeException failure) {
      reader.close();
      throw failure;
    }
  }
}
