package io.pelton.flink.operator;

import java.util.function.LongSupplier;

/**
 * Lets the rows of a batch follow the stream. The stream is watched for a while at one size, which
 * tells how long the task is busy a row at that size and how often a row comes. From what is known
 * of all sizes, the powers of two up to the most, follows the next one: while the task is hardly
 * ever idle the smallest that is as good as the best, otherwise the smallest that keeps up with
 * room to spare; in both cases within the latency target. Now and then another size is tried for a
 * moment, as costs change.
 */
final class AdaptiveSizing implements BatchSizing {
  private static final long MILLI = 1_000_000;

  /** How long the stream is watched before the next choice, and while another size is tried. */
  static final long WINDOW = 50 * MILLI;

  static final long TRIAL = 10 * MILLI;
  private static final int TRIAL_BATCHES = 4;

  /** Batches of a new size that don't count: plans are made for it. */
  private static final int WARM_UP = 2;

  /** The task's busy share from which on throughput is all that counts. */
  private static final double SATURATED = 0.85;

  /** The busy share that a smaller size may reach, less so that sizes don't alternate. */
  private static final double SUSTAINED = 0.7;

  /** The share of the best throughput that is as good as it. */
  private static final double AS_GOOD = 0.95;

  /** Sizes that cost this many times the best a row are no reason to try the next larger one. */
  private static final double HOPELESS = 2;

  /** A target that single rows miss is replaced by this many times what they take. */
  private static final double UNREACHABLE = 1.25;

  /** Time between trials, which doubles as long as costs stay; at least a multiple of a trial. */
  private static final long SOON = 100 * MILLI;

  private static final long LATER = 500 * MILLI;
  private static final long SHARE_OF_TRIALS = 30;

  /** The busy share from which on idle time does not blur what the task does beside batches. */
  private static final double NEVER_IDLE = 0.98;

  /** Neighbours of the size in use are tried this much more often. */
  private static final long NEAR = 4;

  /** Below as many rows the clock is not asked at every batch. */
  private static final int FEW_ROWS = 8;

  private static final int MOST_UNTIMED = 31;
  private static final int TIMED_IN_WINDOW = 16;

  private final SizeCost[] sizes;
  private final long lingerMillis;
  private final double target;
  private final LongSupplier clock;
  private final StreamWindow window;

  /** The size in use, and the one that is tried in its place, the same when none is. */
  private int home;

  private int current;
  private volatile int rows;
  private long linger;
  private boolean saturated;

  /** Nanoseconds between two rows, when no other size was tried. */
  private double gap;

  private int warmUp = WARM_UP;
  private long interval = SOON;
  private long nextTrial;

  private int untimed;
  private int stride;
  private boolean timing;
  private long before;

  /**
   * @param targetNanos for what a record waits and its batch together
   * @param clock in nanoseconds
   * @param idleMillis what the task has waited for input so far
   */
  AdaptiveSizing(
      int maxRows,
      long lingerMillis,
      long targetNanos,
      LongSupplier clock,
      LongSupplier idleMillis) {
    long now = clock.getAsLong();
    int powers = Integer.SIZE - Integer.numberOfLeadingZeros(maxRows - 1);
    sizes = new SizeCost[powers + 1];
    for (int i = 0; i <= powers; i++) {
      sizes[i] = new SizeCost(i < powers ? 1 << i : maxRows, now);
    }
    this.lingerMillis = lingerMillis;
    this.target = targetNanos;
    this.clock = clock;
    this.window = new StreamWindow(idleMillis);
    this.nextTrial = now;
    use(0, now);
    window.begin(now);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long lingerMillis() {
    return linger;
  }

  @Override
  public void processing() {
    timing = untimed == 0;
    if (timing) {
      before = clock.getAsLong();
    }
  }

  @Override
  public void processed(int batchRows) {
    window.count(batchRows);
    if (!timing) {
      // a batch that was not full says that records have become rare
      untimed = batchRows < rows ? 0 : untimed - 1;
      return;
    }
    untimed = stride;
    long now = clock.getAsLong();
    window.time(now - before);
    if (warmUp > 0) {
      warmUp--;
      window.begin(now);
    } else if (isSeenEnough(window.nanos(now))) {
      window.end(now);
      decide(now);
      window.begin(now);
    }
  }

  private boolean isSeenEnough(long nanos) {
    boolean tries = current != home;
    return nanos >= WINDOW || (tries && nanos >= TRIAL && window.batches() >= TRIAL_BATCHES);
  }

  private void decide(long now) {
    boolean wasTrial = current != home;
    if (learn(wasTrial)) {
      interval = SOON;
    }
    if (!wasTrial) {
      gap = window.gap();
      saturated = window.busyShare() > SATURATED;
      home = choice();
    } else {
      double most = saturated ? HOPELESS * best() : gap;
      sizes[current].judge(isUsable(current) && sizes[current].rowNanos() <= most);
      nextTrial = now + Math.max(interval, SHARE_OF_TRIALS * window.nanos(now));
      interval = Math.min(LATER, 2 * interval);
      if (saturated) {
        home = choice();
      }
    }
    boolean climbs = saturated && nextUntried() != home;
    boolean isDue = climbs || (!wasTrial && now - nextTrial >= 0);
    use(isDue ? candidate(now) : home, now);
    boolean watchesAll = rows >= FEW_ROWS || current != home;
    double most = WINDOW / (TIMED_IN_WINDOW * gap * rows);
    stride = watchesAll ? 0 : (int) Math.min(MOST_UNTIMED, most);
    untimed = stride;
  }

  /**
   * Batches may have been closed early: what was seen is of the size that they had.
   *
   * @return whether costs have changed
   */
  private boolean learn(boolean isLate) {
    double mean = window.meanRows();
    int seen = 0;
    while (seen + 1 < sizes.length
        && mean * mean > (double) sizes[seen].rows() * sizes[seen + 1].rows()) {
      seen++;
    }
    double batch = window.batchNanos() * sizes[seen].rows() / mean;
    boolean isVague = window.busyShare() < NEVER_IDLE;
    return sizes[seen].learn(batch, window.otherNanos(), isVague, isLate);
  }

  private int choice() {
    if (!saturated) {
      for (int i = 0; i < sizes.length; i++) {
        double share = i == home ? SATURATED : SUSTAINED;
        if (sizes[i].isKnown() && sizes[i].rowNanos() <= share * gap && isInTime(i)) {
          return i;
        }
      }
    }
    double best = best();
    for (int i = 0; i < sizes.length; i++) {
      if (isUsable(i) && sizes[i].rowNanos() * AS_GOOD <= best) {
        return i;
      }
    }
    return 0;
  }

  /** Nanoseconds a row of the best size within the target. */
  private double best() {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < sizes.length; i++) {
      if (isUsable(i)) {
        best = Math.min(best, sizes[i].rowNanos());
      }
    }
    return best;
  }

  private boolean isUsable(int i) {
    return i == 0 || (sizes[i].isKnown() && sizes[i].cycleNanos() <= limit());
  }

  private double limit() {
    return sizes[0].isKnown() ? Math.max(target, UNREACHABLE * sizes[0].cycleNanos()) : target;
  }

  /** Whether a row's waiting and its batch stay within the target while rows come this often. */
  private boolean isInTime(int i) {
    double wait = Math.min((sizes[i].rows() - 1) * gap, lingerFor(i) * (double) MILLI);
    return i == 0 || wait + sizes[i].batchNanos() <= limit();
  }

  /** Timers are late by up to a millisecond. */
  private long lingerFor(int i) {
    double batch = sizes[i].isKnown() ? sizes[i].batchNanos() : 0;
    long left = (long) ((target - batch) / MILLI) - 1;
    return Math.max(1, Math.min(lingerMillis, left));
  }

  /** The smallest size that was never tried, or the one in use where that promises nothing. */
  private int nextUntried() {
    for (int i = 1; i < sizes.length; i++) {
      if (!sizes[i].wasTried()) {
        SizeCost below = sizes[i - 1];
        boolean promises = below.isKnown() && below.rowNanos() <= HOPELESS * best();
        return promises && predictedCycle(i) <= limit() ? i : home;
      }
    }
    return home;
  }

  /** What the sizes below let expect of one, beyond any doubt about what is known of itself. */
  private double predictedCycle(int size) {
    int below = 0;
    int belowThat = 0;
    for (int i = 1; i < size; i++) {
      if (sizes[i].isKnown()) {
        belowThat = below;
        below = i;
      }
    }
    double cycle = sizes[below].cycleNanos();
    int step = sizes[below].rows() - sizes[belowThat].rows();
    double slope = step == 0 ? 0 : (cycle - sizes[belowThat].cycleNanos()) / step;
    return cycle + slope * (sizes[size].rows() - sizes[below].rows());
  }

  /** Another size to try, or the one in use. Larger ones are of interest while the task is busy. */
  private int candidate(long now) {
    int untried = saturated ? nextUntried() : home;
    if (untried != home) {
      return untried;
    }
    int end = saturated ? sizes.length : home;
    int candidate = home;
    double oldest = 0;
    for (int i = 0; i < end; i++) {
      double age = sizes[i].age(now) * (Math.abs(i - home) == 1 ? NEAR : 1.0);
      if (i != home && age > oldest && mayTryAgain(sizes[i], i, now)) {
        oldest = age;
        candidate = i;
      }
    }
    return candidate;
  }

  /** What is known of a size may be wrong: its code was cold, or the machine busy with others. */
  private boolean mayTryAgain(SizeCost size, int i, long now) {
    return size.wasTried() && size.isRested(now) && (isUsable(i) || predictedCycle(i) <= limit());
  }

  private void use(int size, long now) {
    SizeCost next = sizes[size];
    if (!next.wasTried()) {
      warmUp = WARM_UP;
    }
    next.use(now);
    current = size;
    linger = lingerFor(size);
    if (rows != next.rows()) {
      rows = next.rows();
    }
  }
}
