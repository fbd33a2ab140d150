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
import org.apache.flink.types.Row;

/**
 * Emits the records of a case over and over, as its schedule says. Where they are paced, each has
 * the time at which it was emitted, of {@link System#nanoTime}, as its timestamp.
 */
final class PreparedSource
    implements Source<Row, NumberSequenceSplit, Collection<NumberSequenceSplit>> {
  private static final long serialVersionUID = 1L;

  private final StreamingCase what;
  private final Schedule schedule;

  /** Its one split says nothing but who emits. */
  private final NumberSequenceSource splits = new NumberSequenceSource(0, 0);

  PreparedSource(StreamingCase what, Schedule schedule) {
    this.what = what;
    this.schedule = schedule;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<Row, NumberSequenceSplit> createReader(SourceReaderContext context)
      throws Exception {
    return new PreparedReader(context, what.rows(), schedule);
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
