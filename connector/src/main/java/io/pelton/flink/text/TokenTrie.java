package io.pelton.flink.text;

import java.util.Arrays;

/** Tokens by their characters, for all that a text begins with. Thread-safe once filled. */
final class TokenTrie {
  static final int ROOT = 0;
  private static final int NONE = -1;

  private final LongIntMap children;
  private int[] ids;
  private int nodes = 1;

  TokenTrie(int expectedTokens) {
    this.children = new LongIntMap(2 * expectedTokens);
    this.ids = new int[Math.max(16, 3 * expectedTokens)];
    ids[ROOT] = NONE;
  }

  /** Adds a token; of two with one text the later holds. */
  void put(String token, int id) {
    int node = ROOT;
    for (int i = 0; i < token.length(); i++) {
      int child = child(node, token.charAt(i));
      if (child == NONE) {
        child = nodes++;
        if (child == ids.length) {
          ids = Arrays.copyOf(ids, 2 * child);
        }
        ids[child] = NONE;
        children.put(key(node, token.charAt(i)), child);
      }
      node = child;
    }
    ids[node] = id;
  }

  /** The node that a character leads to, or -1. */
  int child(int node, char character) {
    return children.get(key(node, character));
  }

  /** The id of the token that ends at a node, or -1. */
  int id(int node) {
    return ids[node];
  }

  /** The id of the token that is this part of a text, or -1. */
  int id(String text, int start, int end) {
    int node = ROOT;
    for (int i = start; i < end && node >= 0; i++) {
      node = child(node, text.charAt(i));
    }
    return node < 0 ? NONE : ids[node];
  }

  private static long key(int node, char character) {
    return (long) node << 16 | character;
  }
}
