package io.pelton.flink;

import io.pelton.flink.RecordInferenceBuilder.Scoring;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.RecordEncoding;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Scores streams of single records; made by {@link Inference}.
 *
 * @param <T> records of the stream
 */
@PublicEvolving
public final class RecordInference<T> {
  private final Scoring<T> scoring;
  private final Function<TypeInformation<T>, RecordEncoding<T>> encoding;

  /**
   * @param encoding by the type of the stream, which it may refuse
   */
  RecordInference(Scoring<T> scoring, Function<TypeInformation<T>, RecordEncoding<T>> encoding) {
    this.scoring = scoring;
    this.encoding = encoding;
  }

  /** Names of the outputs of every prediction, in order. */
  public List<String> outputs() {
    return scoring.outputs();
  }

  /**
   * Scores a stream. Order, timestamps and watermarks are kept. Every record comes out beside its
   * prediction as it came in, under the type of the stream.
   *
   * @throws io.pelton.engine.error.PeltonException naming the field and the rule that it breaks
   */
  public SingleOutputStreamOperator<Prediction<T>> apply(DataStream<T> records) {
    TypeInformation<T> type = InvalidSetting.given("records", records).getType();
    return scoring.apply(records, type, encoding.apply(type));
  }
}
