package io.pelton.cpu.kernel.tree;

import io.pelton.cpu.kernel.score.FeatureRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Features as ranks among the bounds that they are compared with, in bytes: a rank is above a
 * bound's index where the key is above the bound. A feature with more bounds than a byte counts has
 * several entries, each for a stretch of the bounds.
 */
final class RankTable {
  /** Bounds of an entry at most: ranks are 0 to 127, indices 0 to 126. */
  private static final int STRETCH = 127;

  /**
   * A column, or its NaN as the smallest key, and its bounds: entry {@code start} and those behind
   * it, filled up with what no key is above to one less than {@code 1 << steps}.
   */
  private record Feature(int column, boolean isNanFirst, int start, int steps, int entry, int end) {
    int stretches() {
      return end - entry;
    }
  }

  /** Of a power of two, so that masked indices are not checked. */
  private final int[] bounds;

  /** By what {@link #feature} tells, ascending. */
  private final int[] numbers;

  private final Feature[] features;
  private final int[][] distinct;
  private final int entries;

  private RankTable(SortedMap<Integer, SortedSet<Integer>> boundsOf) {
    List<Feature> list = new ArrayList<>();
    numbers = boundsOf.keySet().stream().mapToInt(Integer::intValue).toArray();
    distinct = new int[numbers.length][];
    int start = 0;
    int entry = 0;
    for (var each : boundsOf.entrySet()) {
      int[] values = each.getValue().stream().mapToInt(Integer::intValue).toArray();
      distinct[list.size()] = values;
      int steps = Integer.SIZE - Integer.numberOfLeadingZeros(values.length);
      int stretches = (values.length + STRETCH - 1) / STRETCH;
      list.add(
          new Feature(
              each.getKey() >> 1,
              (each.getKey() & 1) != 0,
              start,
              steps,
              entry,
              entry + stretches));
      start += (1 << steps) - 1;
      entry += stretches;
    }
    features = list.toArray(new Feature[0]);
    entries = entry;
    bounds = new int[Integer.highestOneBit(Math.max(1, start)) << 1];
    Arrays.fill(bounds, Integer.MAX_VALUE);
    for (int i = 0; i < distinct.length; i++) {
      System.arraycopy(distinct[i], 0, bounds, features[i].start(), distinct[i].length);
    }
  }

  /** Of all tests of a layout. */
  static RankTable of(ForestLayout layout, Comparisons tests) {
    SortedMap<Integer, SortedSet<Integer>> boundsOf = new TreeMap<>();
    for (int place = 0; place < layout.places(); place++) {
      int test = layout.test(place);
      if (!tests.isLeaf(test)) {
        boundsOf
            .computeIfAbsent(feature(tests, test), key -> new TreeSet<>())
            .add((int) tests.bound(test));
      }
    }
    return new RankTable(boundsOf);
  }

  /** The column, and in the lowest bit whether its NaN is the smallest key. */
  private static int feature(Comparisons tests, int test) {
    return 2 * tests.node(test).feature() + (tests.isNanFirst(test) ? 1 : 0);
  }

  long byteLength() {
    long values = Arrays.stream(distinct).mapToLong(each -> each.length).sum();
    return 4L * (bounds.length + values) + 28L * features.length;
  }

  /** Bytes of a row. */
  int entries() {
    return entries;
  }

  int features() {
    return features.length;
  }

  /** Which byte of a row a test compares, and with which index: the upper and lower 16 bits. */
  int place(Comparisons tests, int test) {
    int i = Arrays.binarySearch(numbers, feature(tests, test));
    int index = Arrays.binarySearch(distinct[i], (int) tests.bound(test));
    return (features[i].entry() + index / STRETCH) << 16 | index % STRETCH;
  }

  /**
   * Ranks some rows.
   *
   * @param keys scratch of {@code lanes * features()}
   * @param ranks receives byte e of row r at {@code e * lanes + r}
   */
  void rank(FeatureRows rows, int first, int count, int lanes, int[] keys, byte[] ranks) {
    for (int row = 0; row < count; row++) {
      rows.read(first + row);
      read(rows.array(), rows.at(), keys, row, lanes);
    }
    for (int i = 0; i < features.length; i++) {
      for (int row = 0; row < count; row += 8) {
        rank(features[i], keys, i * lanes + row, ranks, features[i].entry() * lanes + row, lanes);
      }
    }
  }

  private void read(float[] row, int at, int[] keys, int to, int lanes) {
    for (int i = 0; i < features.length; i++) {
      float x = row[at + features[i].column()];
      keys[i * lanes + to] =
          features[i].isNanFirst() && Float.isNaN(x) ? OrderedKeys.NAN_FIRST : OrderedKeys.of(x);
    }
  }

  /** Binary searches of eight keys in step, without a branch. */
  private void rank(Feature feature, int[] keys, int at, byte[] ranks, int to, int lanes) {
    int[] values = bounds;
    int start = feature.start();
    int a = start;
    int b = start;
    int c = start;
    int d = start;
    int e = start;
    int f = start;
    int g = start;
    int h = start;
    int half = 1 << feature.steps();
    for (int step = feature.steps(); step > 0; step--) {
      half >>= 1;
      a += isBelow(values, a + half - 1, keys[at]) & half;
      b += isBelow(values, b + half - 1, keys[at + 1]) & half;
      c += isBelow(values, c + half - 1, keys[at + 2]) & half;
      d += isBelow(values, d + half - 1, keys[at + 3]) & half;
      e += isBelow(values, e + half - 1, keys[at + 4]) & half;
      f += isBelow(values, f + half - 1, keys[at + 5]) & half;
      g += isBelow(values, g + half - 1, keys[at + 6]) & half;
      h += isBelow(values, h + half - 1, keys[at + 7]) & half;
    }
    for (int stretch = 0; stretch < feature.stretches(); stretch++) {
      int base = start + stretch * STRETCH;
      int place = to + stretch * lanes;
      ranks[place] = within(a - base);
      ranks[place + 1] = within(b - base);
      ranks[place + 2] = within(c - base);
      ranks[place + 3] = within(d - base);
      ranks[place + 4] = within(e - base);
      ranks[place + 5] = within(f - base);
      ranks[place + 6] = within(g - base);
      ranks[place + 7] = within(h - base);
    }
  }

  /** All bits set where the bound is below the key, else none. */
  private static int isBelow(int[] values, int place, long key) {
    return (int) ((values[place & (values.length - 1)] - key) >> 63);
  }

  private static byte within(int rank) {
    return (byte) Math.max(0, Math.min(STRETCH, rank));
  }
}
