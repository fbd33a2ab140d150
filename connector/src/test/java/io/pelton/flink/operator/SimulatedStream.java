package io.pelton.flink.operator;

import java.util.Map;
import java.util.TreeMap;

/**
 * A task that collects and processes batches in time that is made up, as {@link MicroBatchOperator}
 * does: records come, timers are late, idle time is counted in milliseconds.
 */
final class SimulatedStream {
  /** What a batch takes. */
  interface Cost {
    /**
     * @param at nanoseconds since the beginning
     * @return nanoseconds
     */
    double of(int rows, long at);
  }

  /** When records come. */
  interface Arrivals {
    /**
     * @return nanoseconds since the beginning at which a record comes, no earlier than the one
     *     before, which may be in the past
     */
    long after(long before);
  }

  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  /** Records are always there. */
  static final Arrivals ENDLESS = before -> 0;

  private static final long OTHER = 200;

  private final AdaptiveSizing sizing;
  private Arrivals arrivals = ENDLESS;
  private Cost cost;
  private long now;
  private long idle;
  private long next;
  private long deadline = Long.MAX_VALUE;
  private int waiting;
  private long waitsSince;

  private long begun;
  private long rows;
  private long longest;
  private long backlog;
  private TreeMap<Integer, Long> rowsBySize = new TreeMap<>();

  SimulatedStream(int maxRows, long lingerMillis, long targetMillis, Cost cost) {
    this.cost = cost;
    sizing = new AdaptiveSizing(maxRows, lingerMillis, targetMillis * MILLI, () -> now, () -> idle);
  }

  /** Records come every so many nanoseconds. */
  static Arrivals every(long nanos) {
    return before -> before + nanos;
  }

  /** Records come every so many nanoseconds in the first part of every period. */
  static Arrivals bursts(long nanos, long part, long period) {
    return before -> {
      long then = before + nanos;
      return then % period < part ? then : (then / period + 1) * period;
    };
  }

  void cost(Cost other) {
    cost = other;
  }

  void arrivals(Arrivals others) {
    arrivals = others;
    next = now;
  }

  /** Goes on for a time, of which the questions below are answered. */
  SimulatedStream run(long nanos) {
    begun = now;
    rows = 0;
    longest = 0;
    backlog = 0;
    rowsBySize = new TreeMap<>();
    long end = now + nanos;
    while (now < end) {
      long due = Math.min(deadline, end);
      if (next > now && due > now) {
        await(Math.min(next, due));
      }
      if (deadline <= now) {
        process();
      } else if (next <= now) {
        take();
      }
    }
    return this;
  }

  private void await(long then) {
    idle += then / MILLI - now / MILLI;
    now = then;
  }

  private void take() {
    backlog = Math.max(backlog, now - next);
    next = arrivals.after(next);
    now += OTHER;
    waiting++;
    if (waiting == 1) {
      waitsSince = now;
    }
    if (waiting >= sizing.rows()) {
      process();
    } else if (waiting == 1) {
      deadline = (now / MILLI + sizing.lingerMillis() + 1) * MILLI;
    }
  }

  private void process() {
    deadline = Long.MAX_VALUE;
    int batch = waiting;
    waiting = 0;
    int full = sizing.rows();
    sizing.processing();
    now += (long) cost.of(batch, now);
    sizing.processed(batch);
    longest = Math.max(longest, now - waitsSince);
    rows += batch;
    rowsBySize.merge(full, (long) batch, Long::sum);
  }

  /** The rows of a full batch now. */
  int size() {
    return sizing.rows();
  }

  /** The size at which most rows were processed. */
  int usualSize() {
    return rowsBySize.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /** The share of rows that were processed while a full batch had this many. */
  double shareOf(int size) {
    return (double) rowsBySize.getOrDefault(size, 0L) / rows;
  }

  /** Milliseconds that a record waited for its batch and the batch took, at most. */
  double longestMillis() {
    return (double) longest / MILLI;
  }

  /** Milliseconds that a record came before it was taken, at most. */
  double backlogMillis() {
    return (double) backlog / MILLI;
  }

  /** Nanoseconds a row. */
  double rowNanos() {
    return (double) (now - begun) / rows;
  }

  /** Nanoseconds a row where batches of always this size are processed without end. */
  double rowNanosOf(int size) {
    return OTHER + cost.of(size, now) / size;
  }

  @Override
  public String toString() {
    return rowsBySize + " rows by size, longest " + longestMillis() + " ms, " + rowNanos() + " ns";
  }
}
