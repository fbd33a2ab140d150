package io.pelton.flink.operator;

import io.pelton.flink.Prediction;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.types.Row;

/** Makes the operators that score rows. */
@Internal
public final class RowInferenceOperatorFactory
    extends AbstractStreamOperatorFactory<Prediction<Row>>
    implements OneInputStreamOperatorFactory<Row, Prediction<Row>> {
  private static final long serialVersionUID = 1L;

  private final ScoringSpec<Row> spec;
  private final List<String> fields;

  /**
   * @param fields names of the rows' fields, in order
   */
  public RowInferenceOperatorFactory(ScoringSpec<Row> spec, List<String> fields) {
    this.spec = spec;
    this.fields = List.copyOf(fields);
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<Prediction<Row>>> T createStreamOperator(
      StreamOperatorParameters<Prediction<Row>> parameters) {
    return (T) new RowInferenceOperator(parameters, spec, fields);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
    return RowInferenceOperator.class;
  }
}
