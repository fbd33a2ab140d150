package io.pelton.flink.source;

import io.pelton.flink.source.BatchFormat.Piece;
import io.pelton.flink.source.Discovery.Finds;
import io.pelton.flink.source.Discovery.Found;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;

/** Finds files, cuts them into splits, and gives a reader the next split when it asks. */
final class ArrowEnumerator implements SplitEnumerator<ArrowSplit, PendingSplits> {
  private final SplitEnumeratorContext<ArrowSplit> context;
  private final ReadSpec spec;
  private final SeenFiles seen;
  private final Discovery discovery;
  private final Deque<ArrowSplit> pending;

  /** Readers that asked and got nothing yet, the longest waiting first. */
  private final Set<Integer> waiting = new LinkedHashSet<>();

  private FirstSchema first;
  private long rows;
  private volatile boolean discovered;

  ArrowEnumerator(
      SplitEnumeratorContext<ArrowSplit> context, ReadSpec spec, PendingSplits restored) {
    this.context = context;
    this.spec = spec;
    this.seen = restored.seen().copy();
    this.first = restored.first();
    this.discovery = new Discovery(spec, seen, first);
    this.pending = new ArrayDeque<>(restored.splits());
    this.rows = restored.rows();
    this.discovered = restored.discovered() || rows == 0;
  }

  @Override
  public void start() {
    context.metricGroup().setUnassignedSplitsGauge(() -> (long) pending.size());
    if (discovered) {
      return;
    }
    int readers = context.currentParallelism();
    if (spec.isContinuous()) {
      context.callAsync(
          () -> discovered ? new Finds(List.of(), true) : discovery.next(readers),
          this::found,
          0,
          spec.interval().toMillis());
    } else {
      discover(readers);
    }
  }

  private void discover(int readers) {
    context.callAsync(() -> discovery.next(readers), this::found);
  }

  private void found(Finds finds, Throwable failure) {
    if (failure != null) {
      throw new FlinkRuntimeException(
          "Can't read " + spec.uris() + ": " + failure.getMessage(), failure);
    }
    finds.files().forEach(this::cut);
    if (rows == 0) {
      discovered = true;
    } else if (!finds.complete()) {
      discover(context.currentParallelism());
    } else if (!spec.isContinuous()) {
      discovered = true;
    }
    serve();
  }

  private void cut(Found found) {
    if (rows == 0 || !seen.add(found.file())) {
      return;
    }
    if (first == null) {
      first = new FirstSchema(found.file().uri(), found.schema());
    }
    for (Piece piece : found.pieces()) {
      long take = rows == ArrowSplit.ALL_ROWS ? ArrowSplit.ALL_ROWS : Math.min(rows, piece.rows());
      if (take > 0) {
        pending.add(found.split(piece, take));
      }
      rows -= rows == ArrowSplit.ALL_ROWS ? 0 : take;
    }
  }

  @Override
  public void addReader(int reader) {
    // readers ask when they have nothing to do
  }

  @Override
  public void handleSplitRequest(int reader, String host) {
    waiting.add(reader);
    serve();
  }

  private void serve() {
    Iterator<Integer> readers = waiting.iterator();
    while (readers.hasNext() && (discovered || !pending.isEmpty())) {
      int reader = readers.next();
      readers.remove();
      if (!context.registeredReaders().containsKey(reader)) {
        // it failed while it waited, and asks again when it is back
        continue;
      }
      if (pending.isEmpty()) {
        context.signalNoMoreSplits(reader);
      } else {
        context.assignSplit(pending.poll(), reader);
      }
    }
  }

  @Override
  public void addSplitsBack(List<ArrowSplit> splits, int reader) {
    waiting.remove(reader);
    for (int i = splits.size() - 1; i >= 0; i--) {
      pending.addFirst(splits.get(i));
    }
    serve();
  }

  @Override
  public PendingSplits snapshotState(long checkpointId) {
    return new PendingSplits(
        discovered,
        new ArrayList<>(pending),
        discovered ? new SeenFiles() : seen.copy(),
        first,
        rows);
  }

  @Override
  public void close() {
    // files are open only while they are looked at
  }
}
