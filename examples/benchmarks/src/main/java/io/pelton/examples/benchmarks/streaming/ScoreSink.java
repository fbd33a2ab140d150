package io.pelton.examples.benchmarks.streaming;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.function.SerializableFunction;

/** Looks at every score, and reports how fast they came when the input has ended. */
public final class ScoreSink<T> implements Sink<T> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<T, Object> score;
  private final Schedule schedule;

  /**
   * @param score what an element says, a Float or a float[]
   */
  public ScoreSink(SerializableFunction<T, Object> score, Schedule schedule) {
    this.score = score;
    this.schedule = schedule;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    return new ScoreWriter<>(score, schedule);
  }
}
