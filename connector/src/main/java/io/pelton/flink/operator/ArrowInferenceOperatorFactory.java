package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.OutputBinding;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes the operators that score batches. */
@Internal
public final class ArrowInferenceOperatorFactory extends AbstractStreamOperatorFactory<ArrowBatch>
    implements OneInputStreamOperatorFactory<ArrowBatch, ArrowBatch> {
  private static final long serialVersionUID = 1L;

  private final ScoringSpec<ArrowBatch> spec;
  private final List<OutputBinding> bindings;

  /**
   * @param bindings of outputs; empty for all outputs under their own names
   */
  public ArrowInferenceOperatorFactory(ScoringSpec<ArrowBatch> spec, List<OutputBinding> bindings) {
    this.spec = spec;
    this.bindings = List.copyOf(bindings);
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <T extends StreamOperator<ArrowBatch>> T createStreamOperator(
      StreamOperatorParameters<ArrowBatch> parameters) {
    return (T) new ArrowInferenceOperator(parameters, spec, bindings);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader loader) {
    return ArrowInferenceOperator.class;
  }
}
