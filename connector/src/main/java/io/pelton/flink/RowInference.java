package io.pelton.flink;

import io.pelton.flink.RecordInferenceBuilder.Scoring;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.RowEncoding;
import java.util.List;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;

/** Scores streams of rows; made by {@link Inference#rows}. */
@PublicEvolving
public final class RowInference {
  private final Scoring<Row> scoring;

  private RowInference(Scoring<Row> scoring) {
    this.scoring = scoring;
  }

  /** Names of the outputs of every prediction, in order. */
  public List<String> outputs() {
    return scoring.outputs();
  }

  /**
   * Scores a stream. Order, timestamps and watermarks are kept.
   *
   * @throws io.pelton.engine.error.PeltonException naming the field and the rule that it breaks
   */
  public SingleOutputStreamOperator<Prediction<Row>> apply(DataStream<Row> rows) {
    RowTypeInfo type = RowFields.of(InvalidSetting.given("rows", rows).getType());
    return scoring.apply(rows, type, new RowEncoding(type));
  }

  /** Settings of an inference on rows. */
  @PublicEvolving
  public static final class Builder extends RecordInferenceBuilder<Row, Builder> {
    Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Checks everything that can be checked before the stream is known.
     *
     * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
     *     wrong with the model
     */
    public RowInference build() {
      return new RowInference(scoring());
    }
  }
}
