package io.pelton.flink.operator;

import io.pelton.flink.Prediction;
import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes the operators that score records, each a row. */
@Internal
public final class RowInferenceOperatorFactory<T>
    extends AbstractStreamOperatorFactory<Prediction<T>>
    implements OneInputStreamOperatorFactory<T, Prediction<T>> {
  private static final long serialVersionUID = 1L;

  private final ScoringSpec<T> spec;
  private final RecordEncoding<T> encoding;

  public RowInferenceOperatorFactory(ScoringSpec<T> spec, RecordEncoding<T> encoding) {
    this.spec = spec;
    this.encoding = encoding;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <O extends StreamOperator<Prediction<T>>> O createStreamOperator(
      StreamOperatorParameters<Prediction<T>> parameters) {
    return (O) new RowInferenceOperator<>(parameters, spec, encoding);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
    return RowInferenceOperator.class;
  }
}
