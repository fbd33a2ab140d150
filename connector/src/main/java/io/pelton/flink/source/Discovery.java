package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.flink.error.FileChanged;
import io.pelton.flink.source.BatchFormat.Contents;
import io.pelton.flink.source.BatchFormat.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Finds files and looks into them, some at a time, so that readers begin before the last one was
 * looked at. Runs beside the enumerator, which notes what was found in the files seen.
 */
final class Discovery {
  private static final int FILES_AT_A_TIME = 64;

  /** A larger piece keeps one reader busy for long while the others are done. */
  private static final long PIECE_BYTES = 64 << 20;

  private static final int PIECES_PER_READER = 4;

  /**
   * A new file.
   *
   * @param schema of the columns that are read
   */
  record Found(SourceFile file, FileFormat format, Schema schema, List<Piece> pieces) {
    ArrowSplit split(Piece piece, long rows) {
      return new ArrowSplit(file.uri(), format, file.length(), piece.from(), piece.end(), 0, rows);
    }
  }

  /**
   * @param complete whether all files of the listing were looked at
   */
  record Finds(List<Found> files, boolean complete) {}

  private final ReadSpec spec;
  private final SeenFiles seen;
  private final Deque<SourceFile> listed = new ArrayDeque<>();
  private int listing;
  private FirstSchema first;

  /**
   * @param seen files that were found before; the enumerator adds to it
   * @param first null where none was found
   */
  Discovery(ReadSpec spec, SeenFiles seen, FirstSchema first) {
    this.spec = spec;
    this.seen = seen;
    this.first = first;
  }

  /**
   * Some new files, in order.
   *
   * @param readers who share them
   * @throws FileChanged where a file that was found before has another length now
   */
  synchronized Finds next(int readers) {
    if (listed.isEmpty()) {
      list();
    }
    List<Found> found = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("enumerator of " + spec.uris())) {
      while (!listed.isEmpty() && found.size() < FILES_AT_A_TIME) {
        found.add(inspect(listed.poll(), readers, allocator));
      }
    }
    return new Finds(found, listed.isEmpty());
  }

  private void list() {
    for (SourceFile file : FileListing.of(spec)) {
      OptionalLong before = seen.length(file.uri());
      if (before.isEmpty()) {
        listed.add(file);
      } else if (before.getAsLong() != file.length()) {
        throw new FileChanged(file.uri(), before.getAsLong(), file.length());
      }
    }
    listing = listed.size();
  }

  private Found inspect(SourceFile file, int readers, ArrowAllocator allocator) {
    FileFormat format = spec.format(file);
    long count = spec.rows() == ArrowSplit.ALL_ROWS ? 0 : spec.rows();
    Contents contents =
        spec.batches(format, file.uri()).inspect(file, pieces(file, readers), count, allocator);
    Schema schema = ChosenColumns.choose(contents.schema(), spec.columns());
    if (first == null) {
      first = new FirstSchema(file.uri(), schema);
    } else {
      first.check(file.uri(), schema);
    }
    return new Found(file, format, schema, contents.pieces());
  }

  /** Few files are cut finer, so that every reader has some. */
  private int pieces(SourceFile file, int readers) {
    long byLength = file.length() / PIECE_BYTES + 1;
    long byReaders = ((long) readers * PIECES_PER_READER + listing - 1) / listing;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(byLength, byReaders));
  }
}
