package io.pelton.engine.plan;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Lays out one arena: the largest block first, each at the first free gap. Where that is not tight,
 * other orders are tried and the best is kept; the same blocks always give the same offsets.
 */
final class ArenaLayout {
  /** Pairs of blocks that live together, above which blocks are only placed by birth. */
  private static final long MAX_PAIRS = 2_000_000;

  /**
   * Neighbours that are looked at for the last percents, so that a plan is made in milliseconds.
   */
  private static final long BUDGET = 400_000;

  /** The same while the peak is further than {@link #FAR} from the lower bound. */
  private static final long BUDGET_WHEN_FAR = 16_000_000;

  /** What placing a block costs besides its neighbours, in their unit. */
  private static final long COST = 64;

  /** Moves to the first places of the order change most; one in so many goes anywhere. */
  private static final int NEAR_FRONT = 20;

  private static final double FAR = 1.08;

  private final Lives lives;
  private final long lowerBound;
  private final long pairs;
  private long spent;
  private Placement best;

  ArenaLayout(Lives lives) {
    this.lives = lives;
    this.lowerBound = lives.lowerBound();
    this.pairs = lives.pairs();
  }

  Placement best() {
    best = placement(new BirthSweep(lives).place());
    if (pairs <= MAX_PAIRS && !best.isTight()) {
      searchGaps(new GapSearch(lives));
    }
    return best;
  }

  private void searchGaps(GapSearch search) {
    int[] order = order(lives::units);
    Placement last = place(search, order);
    if (isWorthATry()) {
      place(search, order(block -> (double) lives.units(block) * lives.duration(block)));
    }
    if (isWorthATry()) {
      place(search, order(lives::duration));
    }
    climb(search, order, last);
  }

  /**
   * Swaps a block at the peak, or one that lives with it, to another place in the order and stays
   * there unless that is worse.
   */
  private void climb(GapSearch search, int[] order, Placement start) {
    SplittableRandom random = new SplittableRandom(lives.count());
    int[] current = order;
    long peak = start.peak();
    int[] movable = atPeak(start);
    while (isWorthATry()) {
      int[] next = current.clone();
      int to = random.nextInt(1 + next.length / (1 + random.nextInt(NEAR_FRONT)));
      swap(
          next,
          indexOf(next, movable[random.nextInt(movable.length)]),
          Math.min(to, next.length - 1));
      Placement placement = place(search, next);
      if (placement.peak() <= peak) {
        current = next;
        peak = placement.peak();
        movable = atPeak(placement);
      }
    }
  }

  /** The first block that reaches the peak and all that live with it. */
  private int[] atPeak(Placement placement) {
    int highest = 0;
    while (placement.offsets()[highest] + lives.units(highest) < placement.peak()) {
      highest++;
    }
    int block = highest;
    return IntStream.range(0, lives.count())
        .filter(other -> lives.liveTogether(block, other))
        .toArray();
  }

  private boolean isWorthATry() {
    boolean isFar = best.peak() > FAR * lowerBound;
    return !best.isTight() && spent < (isFar ? BUDGET_WHEN_FAR : BUDGET);
  }

  private Placement place(GapSearch search, int[] order) {
    Placement placement = placement(search.place(order));
    spent += 2 * pairs + COST * lives.count();
    best = placement.peak() < best.peak() ? placement : best;
    return placement;
  }

  private static int indexOf(int[] order, int block) {
    int at = 0;
    while (order[at] != block) {
      at++;
    }
    return at;
  }

  private static void swap(int[] order, int from, int to) {
    int block = order[from];
    order[from] = order[to];
    order[to] = block;
  }

  private Placement placement(long[] offsets) {
    return Placement.of(lives, offsets, lowerBound);
  }

  /** Blocks by falling weight, ties by birth. */
  private int[] order(IntToDoubleFunction weight) {
    return IntStream.range(0, lives.count())
        .boxed()
        .sorted(Comparator.comparingDouble((Integer block) -> -weight.applyAsDouble(block)))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
