package io.pelton.cpu.kernel.text;

import io.pelton.cpu.kernel.tabular.LongIndex;
import io.pelton.cpu.kernel.tabular.TextIndex;
import io.pelton.engine.graph.NgramPool;
import io.pelton.engine.graph.TextOp.TfIdf;
import io.pelton.engine.kernel.PackedWeights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * N-grams by their elements: a tree whose edges are the places of elements among those of the pool.
 * Immutable. Node 0 is the root.
 */
final class NgramTree implements PackedWeights {
  private final TextIndex texts;
  private final LongIndex integers;
  private final LongIndex edges;
  private final int[] columns;

  private NgramTree(TextIndex texts, LongIndex integers, LongIndex edges, int... columns) {
    this.texts = texts;
    this.integers = integers;
    this.edges = edges;
    this.columns = columns;
  }

  /**
   * @param invalid makes the error for a pool that is none
   */
  static NgramTree of(TfIdf op, Function<String, ? extends RuntimeException> invalid) {
    NgramPool pool = op.ngrams();
    Map<Object, Integer> places = new HashMap<>();
    for (int i = 0; i < pool.elements(); i++) {
      places.put(element(pool, i), i);
    }
    Map<Long, Integer> children = new HashMap<>();
    List<Long> edges = new ArrayList<>();
    List<Integer> columns = new ArrayList<>(List.of(-1));
    int ngram = 0;
    for (int length = 1; length <= pool.starts().length; length++) {
      long start = pool.starts()[length - 1];
      long end = length < pool.starts().length ? pool.starts()[length] : pool.elements();
      boolean fits =
          start >= 0 && start <= end && end <= pool.elements() && (end - start) % length == 0;
      if (!fits) {
        throw invalid.apply(
            "n-grams of length "
                + length
                + " stand from "
                + start
                + " to "
                + end
                + " of a pool of "
                + pool.elements());
      }
      for (long at = start; at < end; at += length, ngram++) {
        if (ngram >= pool.targets().length) {
          throw invalid.apply("has more n-grams than the " + pool.targets().length + " columns");
        }
        if (length < op.minLength() || length > op.maxLength()) {
          continue;
        }
        int node = 0;
        for (int i = 0; i < length; i++) {
          long edge = edge(node, places.get(element(pool, (int) at + i)));
          Integer child = children.get(edge);
          if (child == null) {
            child = columns.size();
            children.put(edge, child);
            edges.add(edge);
            columns.add(-1);
          }
          node = child;
        }
        columns.set(node, (int) pool.targets()[ngram]);
      }
    }
    boolean isText = pool.isText();
    return new NgramTree(
        isText ? TextIndex.of(pool.texts().toArray(new String[0])) : null,
        isText ? null : LongIndex.of(pool.integers()),
        LongIndex.of(edges.stream().mapToLong(Long::longValue).toArray()),
        columns.stream().mapToInt(Integer::intValue).toArray());
  }

  private static Object element(NgramPool pool, int place) {
    return pool.isText() ? pool.texts().get(place) : (Object) pool.integers()[place];
  }

  private static long edge(int node, int place) {
    return ((long) node << 32) | place;
  }

  TextIndex texts() {
    return texts;
  }

  LongIndex integers() {
    return integers;
  }

  /** The node below one, or -1. */
  int child(int node, int place) {
    int found = place < 0 ? -1 : edges.find(edge(node, place));
    return found < 0 ? -1 : found + 1;
  }

  /** Where the n-gram that ends at a node is counted, or -1. */
  int column(int node) {
    return columns[node];
  }

  @Override
  public long byteLength() {
    long elements = texts == null ? integers.byteLength() : texts.byteLength();
    return elements + edges.byteLength() + 4L * columns.length;
  }
}
