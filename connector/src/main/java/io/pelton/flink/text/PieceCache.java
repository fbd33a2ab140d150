package io.pelton.flink.text;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The tokens of short pieces that were cut lately. Thread-safe and bounded: each piece has one
 * place, and takes it from the piece that had it.
 */
final class PieceCache {
  private static final int PLACES = 1 << 14;
  private static final int LONGEST = 64;

  private final AtomicReferenceArray<Entry> entries = new AtomicReferenceArray<>(PLACES);

  /** Appends the tokens of a piece where they are known, and says whether they are. */
  boolean find(String piece, IdList ids) {
    if (piece.length() > LONGEST) {
      return false;
    }
    Entry entry = entries.get(place(piece));
    if (entry == null || !entry.piece.equals(piece)) {
      return false;
    }
    for (int id : entry.tokens) {
      ids.add(id);
    }
    return true;
  }

  void keep(String piece, int[] tokens) {
    if (piece.length() <= LONGEST) {
      entries.set(place(piece), new Entry(piece, tokens));
    }
  }

  private static int place(String piece) {
    int hash = piece.hashCode();
    return (hash ^ hash >>> 14 ^ hash >>> 23) & PLACES - 1;
  }

  private static final class Entry {
    private final String piece;
    private final int[] tokens;

    private Entry(String piece, int[] tokens) {
      this.piece = piece;
      this.tokens = tokens;
    }
  }
}
