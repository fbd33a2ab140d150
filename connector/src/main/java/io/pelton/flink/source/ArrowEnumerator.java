package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.IpcFileReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Cuts every file into as many runs of record batches as there are readers, and gives each reader
 * its share.
 */
final class ArrowEnumerator implements SplitEnumerator<ArrowSplit, PendingSplits> {
  private final SplitEnumeratorContext<ArrowSplit> context;
  private final List<String> uris;
  private final Map<Integer, List<ArrowSplit>> shares = new HashMap<>();
  private boolean discovered;

  ArrowEnumerator(
      SplitEnumeratorContext<ArrowSplit> context, List<String> uris, PendingSplits pending) {
    this.context = context;
    this.uris = uris;
    this.discovered = pending.discovered();
    share(pending.splits());
  }

  @Override
  public void start() {
    if (!discovered) {
      int readers = context.currentParallelism();
      context.callAsync(() -> discover(uris, readers), this::found);
    }
  }

  private static List<ArrowSplit> discover(List<String> uris, int readers) {
    List<ArrowSplit> splits = new ArrayList<>();
    for (String uri : uris) {
      try (ArrowAllocator allocator = ArrowAllocator.open("enumerator of " + uri);
          IpcFileReader reader = FileChannels.open(uri, allocator)) {
        splits.addAll(cut(uri, reader.batches(), readers));
      }
    }
    return splits;
  }

  /** Runs of nearly equal length; fewer than asked for where there are fewer batches. */
  static List<ArrowSplit> cut(String uri, int batches, int runs) {
    List<ArrowSplit> splits = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int from = (int) ((long) batches * run / runs);
      int end = (int) ((long) batches * (run + 1) / runs);
      if (from < end) {
        splits.add(new ArrowSplit(uri, from, end));
      }
    }
    return splits;
  }

  private void found(List<ArrowSplit> splits, Throwable failure) {
    if (failure != null) {
      throw new FlinkRuntimeException("Can't read " + uris + ": " + failure.getMessage(), failure);
    }
    discovered = true;
    share(splits);
    context.registeredReaders().keySet().forEach(this::assign);
  }

  private void share(List<ArrowSplit> splits) {
    for (int i = 0; i < splits.size(); i++) {
      shareOf(i % context.currentParallelism()).add(splits.get(i));
    }
  }

  private List<ArrowSplit> shareOf(int reader) {
    return shares.computeIfAbsent(reader, unknown -> new ArrayList<>());
  }

  private void assign(int reader) {
    if (discovered) {
      List<ArrowSplit> share = shares.remove(reader);
      if (share != null) {
        share.forEach(split -> context.assignSplit(split, reader));
      }
      context.signalNoMoreSplits(reader);
    }
  }

  @Override
  public void addReader(int reader) {
    assign(reader);
  }

  @Override
  public void handleSplitRequest(int reader, String host) {
    // readers don't ask: each gets its share when it registers
  }

  @Override
  public void addSplitsBack(List<ArrowSplit> splits, int reader) {
    shareOf(reader).addAll(splits);
    if (context.registeredReaders().containsKey(reader)) {
      assign(reader);
    }
  }

  @Override
  public PendingSplits snapshotState(long checkpointId) {
    List<ArrowSplit> splits = new ArrayList<>();
    shares.values().forEach(splits::addAll);
    return new PendingSplits(discovered, splits);
  }

  @Override
  public void close() {
    // files are open only while they are looked at
  }
}
