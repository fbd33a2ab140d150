package io.pelton.flink.text;

import java.util.function.Consumer;

/** Cuts a text, and each of its pieces again. */
final class PreTokenizerPair implements PreTokenizer {
  private final PreTokenizer one;
  private final PreTokenizer next;

  PreTokenizerPair(PreTokenizer one, PreTokenizer next) {
    this.one = one;
    this.next = next;
  }

  @Override
  public boolean asksForFirst() {
    return one.asksForFirst() || next.asksForFirst();
  }

  @Override
  public void split(String text, boolean isFirst, Consumer<String> pieces) {
    boolean[] first = {isFirst};
    one.split(
        text,
        isFirst,
        piece -> {
          if (!piece.isEmpty()) {
            next.split(piece, first[0] && text.startsWith(piece), pieces);
            first[0] = false;
          }
        });
  }
}
