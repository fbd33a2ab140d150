package io.pelton.flink.text;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A normalizer by what it makes of single characters, kept in pages that are filled as they are
 * needed. Only for normalizers to which the order of combining marks is all that neighbours change;
 * texts with marks that stay are left to the normalizer.
 */
final class Substitution {
  private static final int PAGE = 8;

  private final Normalizer normalizer;
  private final boolean reorders;
  private final AtomicReferenceArray<char[][]> pages = new AtomicReferenceArray<>(0x110000 >> PAGE);

  /**
   * Of a normalizer.
   *
   * @param reorders whether it brings marks into their order
   */
  Substitution(Normalizer normalizer, boolean reorders) {
    this.normalizer = normalizer;
    this.reorders = reorders;
  }

  /** The normalized text, or null where neighbours might matter. */
  String apply(String text) {
    char[] out = new char[text.length() + 16];
    int size = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      char[] replacement = page(c)[c & ((1 << PAGE) - 1)];
      if (replacement == null) {
        return null;
      }
      if (size + replacement.length > out.length) {
        out = Arrays.copyOf(out, 2 * (size + replacement.length));
      }
      for (char r : replacement) {
        out[size++] = r;
      }
    }
    return new String(out, 0, size);
  }

  private char[][] page(int c) {
    char[][] page = pages.get(c >> PAGE);
    return page != null ? page : fill(c >> PAGE);
  }

  private char[][] fill(int index) {
    char[][] page = new char[1 << PAGE][];
    for (int i = 0; i < page.length; i++) {
      String replacement = normalizer.normalize(Character.toString((index << PAGE) + i));
      boolean alone = !reorders || !Decompositions.hasReordered(replacement);
      page[i] = alone ? replacement.toCharArray() : null;
    }
    pages.set(index, page);
    return page;
  }
}
