package io.pelton.engine.realize;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.PlanCache;
import java.util.ArrayList;
import java.util.List;

/**
 * What was compiled for a pass, to be run again: segments in order, and what is asked after them.
 * What follows depends on the answer.
 */
final class Recording implements AutoCloseable {
  /** A segment, and the values that nobody reads any more after it. */
  record Left(BoundSegment segment, List<ValueId> unread) {}

  private final List<Left> segments = new ArrayList<>();
  private Work.Inquiry inquiry;
  private PassState state;
  private PlanCache<Recording> next;

  /** Recordings by some key, of which their owner drops those that are too many. */
  static PlanCache<Recording> unbounded() {
    return new PlanCache<>(Integer.MAX_VALUE, Recording::close);
  }

  void add(Left left) {
    segments.add(left);
  }

  List<Left> segments() {
    return segments;
  }

  /** Ends this with a question. */
  void ask(Work.Inquiry asked, PassState at) {
    inquiry = asked;
    state = at;
    next = unbounded();
  }

  /** Null where the pass ends here. */
  Work.Inquiry inquiry() {
    return inquiry;
  }

  /** How far the compiler had come when it asked. */
  PassState state() {
    return state;
  }

  /** What follows, by {@link Findings#key}. */
  PlanCache<Recording> next() {
    return next;
  }

  /** Bytes of memory for what passes compute, up to the question. */
  long bytes() {
    long bytes = 0;
    for (Left left : segments) {
      bytes += left.segment().bound().bytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    segments.forEach(left -> left.segment().bound().close());
    if (next != null) {
      next.clear();
    }
  }
}
