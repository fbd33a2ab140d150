package io.pelton.examples.benchmarks.streaming;

import java.util.Collection;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Emits prepared records over and over, as its schedule says. Where they are paced, each has the
 * time at which it was emitted, of {@link System#nanoTime}, as its timestamp.
 */
public final class PreparedSource<T>
    implements Source<T, NumberSequenceSplit, Collection<NumberSequenceSplit>> {
  private static final long serialVersionUID = 1L;

  private final PreparedRecords<T> records;
  private final Schedule schedule;

  /** Its one split says nothing but who emits. */
  private final NumberSequenceSource splits = new NumberSequenceSource(0, 0);

  /**
   * @param records a power of two of them
   */
  public PreparedSource(PreparedRecords<T> records, Schedule schedule) {
    this.records = records;
    this.schedule = schedule;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<T, NumberSequenceSplit> createReader(SourceReaderContext context)
      throws Exception {
    return new PreparedReader<>(context, records.read(), schedule);
  }

  @Override
  public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
      SplitEnumeratorContext<NumberSequenceSplit> context) {
    return splits.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> restoreEnumerator(
      SplitEnumeratorContext<NumberSequenceSplit> context, Collection<NumberSequenceSplit> state) {
    return splits.restoreEnumerator(context, state);
  }

  @Override
  public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
    return splits.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<Collection<NumberSequenceSplit>>
      getEnumeratorCheckpointSerializer() {
    return splits.getEnumeratorCheckpointSerializer();
  }
}
