package io.pelton.flink;

import io.pelton.arrow.avro.AvroFraming;
import io.pelton.flink.RecordInferenceBuilder.Scoring;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.AvroEncoding;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Scores streams of Avro records, or of values in Avro's binary encoding; made by {@link
 * Inference#avro} and {@link Inference#avroBytes}.
 *
 * @param <T> records of Avro's generic or specific kind, or byte[]
 */
@PublicEvolving
public final class AvroInference<T> {
  private final Scoring<T> scoring;
  private final AvroEncoding<T> encoding;

  private AvroInference(Scoring<T> scoring, AvroEncoding<T> encoding) {
    this.scoring = scoring;
    this.encoding = encoding;
  }

  /** Names of the outputs of every prediction, in order. */
  public List<String> outputs() {
    return scoring.outputs();
  }

  /**
   * Scores a stream. Order, timestamps and watermarks are kept. Every record comes out beside its
   * prediction as it came in, under the type of the stream; of records, nothing is kept that the
   * sender may use again.
   */
  public SingleOutputStreamOperator<Prediction<T>> apply(DataStream<T> records) {
    return scoring.apply(InvalidSetting.given("records", records), records.getType(), encoding);
  }

  /** Settings of an inference on Avro data. */
  @PublicEvolving
  public static final class Builder<T> extends RecordInferenceBuilder<T, Builder<T>> {
    private final Schema writer;
    private Schema reader;
    private AvroFraming framing = AvroFraming.plain();

    Builder(Schema writer) {
      this.writer = writer;
      this.reader = writer;
    }

    @Override
    Builder<T> self() {
      return this;
    }

    /**
     * Reads the data by another schema than it was written with, by Avro's rules: fields are found
     * by name or alias, those that were not written get their defaults, numbers are promoted. The
     * model's fields are those of this schema; by default of the writer's.
     */
    public Builder<T> reader(Schema schema) {
      reader = InvalidSetting.given("reader", schema);
      return this;
    }

    /** What stands before every value of bytes; by default nothing. */
    public Builder<T> framing(AvroFraming prefix) {
      framing = InvalidSetting.given("framing", prefix);
      return this;
    }

    /**
     * Checks everything that can be checked here.
     *
     * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
     *     wrong with the model or the schemas
     */
    public AvroInference<T> build() {
      Scoring<T> scoring = scoring();
      AvroEncoding<T> encoding = new AvroEncoding<>(writer, reader, framing);
      scoring.check(encoding);
      return new AvroInference<>(scoring, encoding);
    }
  }
}
