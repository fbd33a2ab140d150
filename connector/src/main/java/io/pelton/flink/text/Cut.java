package io.pelton.flink.text;

import java.util.function.Consumer;

/**
 * What becomes of the delimiters when a text is cut at them. Fed with the text's slices in order,
 * of which some are delimiters.
 */
enum Cut {
  /** They go. */
  REMOVED("Removed"),
  /** Each is a piece. */
  ISOLATED("Isolated"),
  /** Those after each other are one piece. */
  CONTIGUOUS("Contiguous"),
  /** Each ends the piece before it; of those after each other only the first. */
  MERGED_WITH_PREVIOUS("MergedWithPrevious"),
  /** Each begins the piece after it; of those after each other only the last. */
  MERGED_WITH_NEXT("MergedWithNext");

  private final String name;

  Cut(String name) {
    this.name = name;
  }

  static Cut of(JsonPart part) {
    for (Cut cut : values()) {
      if (cut.name.equals(part.text())) {
        return cut;
      }
    }
    throw part.wrong("Removed, Isolated, Contiguous, MergedWithPrevious or MergedWithNext");
  }

  /** The pieces of one text. */
  final class Pieces {
    private final String text;
    private final Consumer<String> out;
    private int start;
    private int end;
    private boolean held;
    private boolean lastIsDelimiter;

    Pieces(String text, Consumer<String> out) {
      this.text = text;
      this.out = out;
    }

    /** The next slice, which begins where the last one ended; may be empty. */
    void slice(int from, int to, boolean isDelimiter) {
      boolean joins =
          held
              && switch (Cut.this) {
                case REMOVED, ISOLATED -> false;
                case CONTIGUOUS -> isDelimiter == lastIsDelimiter;
                case MERGED_WITH_PREVIOUS -> isDelimiter && !lastIsDelimiter;
                case MERGED_WITH_NEXT -> lastIsDelimiter && !isDelimiter;
              };
      if (!joins) {
        flush();
        start = from;
        held = true;
      }
      end = to;
      lastIsDelimiter = isDelimiter;
    }

    void flush() {
      if (held && end > start && !(Cut.this == REMOVED && lastIsDelimiter)) {
        out.accept(text.substring(start, end));
      }
      held = false;
    }
  }
}
