package io.pelton.flink.text;

import java.util.Arrays;

/**
 * Texts with a number each, to find the longest one that is at a place. May have several roots,
 * which are separate sets. Safe to share once it is filled.
 */
final class Trie {
  private static final int NONE = -1;

  private long[] edges = new long[1 << 8];
  private int[] targets = new int[1 << 8];
  private int[] values = new int[1 << 8];
  private int edgeCount;
  private int nodeCount;

  Trie() {
    newNode();
  }

  /** Another set of texts; the first one has root 0. */
  int newRoot() {
    return newNode();
  }

  void put(String text, int value) {
    put(0, text, 0, value);
  }

  /** Adds the text that begins at {@code start}. */
  void put(int root, String text, int start, int value) {
    int node = root;
    for (int i = start; i < text.length(); i++) {
      int next = next(node, text.charAt(i));
      if (next == NONE) {
        next = newNode();
        addEdge(edge(node, text.charAt(i)), next);
      }
      node = next;
    }
    values[node] = value;
  }

  /** The number of a text, or -1. */
  int find(String text) {
    return find(0, text);
  }

  int find(int root, String text) {
    int node = root;
    for (int i = 0; i < text.length() && node != NONE; i++) {
      node = next(node, text.charAt(i));
    }
    return node == NONE ? NONE : values[node];
  }

  long longest(String text, int start) {
    return longest(0, text, start);
  }

  /** The longest text at a place that is not empty, as {@link #end} and {@link #value}, or -1. */
  long longest(int root, String text, int start) {
    int node = root;
    long best = -1;
    for (int i = start; i < text.length(); i++) {
      node = next(node, text.charAt(i));
      if (node == NONE) {
        break;
      }
      if (values[node] != NONE) {
        best = (long) (i + 1) << 32 | values[node];
      }
    }
    return best;
  }

  /** The number of the text that ends at a node, or -1. */
  int at(int node) {
    return values[node];
  }

  static int end(long match) {
    return (int) (match >>> 32);
  }

  static int value(long match) {
    return (int) match;
  }

  /** The node that a character leads to from another, the first being 0; -1 where none is. */
  int next(int node, char c) {
    long edge = edge(node, c);
    int mask = edges.length - 1;
    for (int slot = slot(edge, mask); ; slot = (slot + 1) & mask) {
      long there = edges[slot];
      if (there == edge) {
        return targets[slot];
      }
      if (there == 0) {
        return NONE;
      }
    }
  }

  /** Never 0. */
  private static long edge(int node, char c) {
    return (long) (node + 1) << 16 | c;
  }

  private static int slot(long edge, int mask) {
    long mixed = edge * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 40) & mask;
  }

  private void addEdge(long edge, int target) {
    if (2 * ++edgeCount > edges.length) {
      long[] oldEdges = edges;
      int[] oldTargets = targets;
      edges = new long[4 * oldEdges.length];
      targets = new int[4 * oldEdges.length];
      for (int i = 0; i < oldEdges.length; i++) {
        if (oldEdges[i] != 0) {
          insert(oldEdges[i], oldTargets[i]);
        }
      }
    }
    insert(edge, target);
  }

  private void insert(long edge, int target) {
    int mask = edges.length - 1;
    int slot = slot(edge, mask);
    while (edges[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    edges[slot] = edge;
    targets[slot] = target;
  }

  private int newNode() {
    if (nodeCount == values.length) {
      values = Arrays.copyOf(values, 2 * nodeCount);
    }
    values[nodeCount] = NONE;
    return nodeCount++;
  }
}
