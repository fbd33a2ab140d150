package io.pelton.flink.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/** Finds tokens in a text: of those that begin first, the longest. */
final class TokenMatcher {
  private final Trie trie = new Trie();
  private final List<AddedToken> tokens = new ArrayList<>();
  private final List<Integer> ids = new ArrayList<>();
  private final BitSet beginnings = new BitSet();

  /** Receives what is between tokens. */
  interface Between {
    void piece(String piece, boolean isFirst);
  }

  /**
   * Adds a token; of two that are written alike, the first is kept. Not once texts are split.
   *
   * @param text what is looked for
   */
  void add(String text, int id, AddedToken token) {
    if (text.isEmpty() || trie.find(text) >= 0) {
      return;
    }
    trie.put(text, tokens.size());
    tokens.add(token);
    ids.add(id);
    beginnings.set(text.charAt(0));
  }

  /** Hands on the tokens and what is between them, in order, without empty pieces. */
  void split(String text, IntConsumer found, Between between) {
    int done = 0;
    int at = tokens.isEmpty() ? text.length() : 0;
    while (at < text.length()) {
      long match = beginnings.get(text.charAt(at)) ? trie.longest(text, at) : -1;
      if (match < 0) {
        at++;
        continue;
      }
      int start = at;
      int end = Trie.end(match);
      AddedToken token = tokens.get(Trie.value(match));
      at = end;
      if (token.singleWord() && !(endsBefore(text, start) && beginsAfter(text, end))) {
        continue;
      }
      if (token.lstrip()) {
        start = Math.max(spaceBefore(text, start), done);
      }
      if (token.rstrip()) {
        end = spaceAfter(text, end);
      }
      if (done < start) {
        between.piece(text.substring(done, start), done == 0);
      }
      found.accept(ids.get(Trie.value(match)));
      done = end;
    }
    if (done < text.length()) {
      between.piece(done == 0 ? text : text.substring(done), done == 0);
    }
  }

  private static boolean endsBefore(String text, int at) {
    return at == 0 || !CharClasses.isWord(text.codePointBefore(at));
  }

  private static boolean beginsAfter(String text, int at) {
    return at == text.length() || !CharClasses.isWord(text.codePointAt(at));
  }

  private static int spaceBefore(String text, int at) {
    int start = at;
    while (start > 0 && CharClasses.isWhitespace(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static int spaceAfter(String text, int at) {
    int end = at;
    while (end < text.length() && CharClasses.isWhitespace(text.charAt(end))) {
      end++;
    }
    return end;
  }
}
