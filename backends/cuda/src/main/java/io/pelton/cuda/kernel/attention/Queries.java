package io.pelton.cuda.kernel.attention;

import io.pelton.engine.tensor.DType;
import java.util.Locale;

/**
 * Queries that a block has. All give the same bits. Sixteen share the keys and values that a block
 * reads and keep all of its threads busy; a sequence that grows by a token at a time has fewer, and
 * then more threads for each of them shorten the chain of additions.
 */
enum Queries {
  MANY("many", 16),
  FEW("few", 4);

  /** Of a block. */
  static final int THREADS = 256;

  private final String label;
  private final int count;

  Queries(String label, int count) {
    this.label = label;
    this.count = count;
  }

  static Queries of(long queries) {
    return queries <= FEW.count ? FEW : MANY;
  }

  int count() {
    return count;
  }

  /** Blocks for the queries of one head. */
  long tiles(long queries) {
    return (queries + count - 1) / count;
  }

  String function(DType dtype) {
    return label + "_" + dtype.name().toLowerCase(Locale.ROOT);
  }
}
