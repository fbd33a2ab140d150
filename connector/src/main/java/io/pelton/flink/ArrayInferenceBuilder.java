package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.ArrayEncoding;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Settings of an inference on arrays; made by {@link Inference#arrays}.
 *
 * @param <A> arrays of the stream
 */
@PublicEvolving
public final class ArrayInferenceBuilder<A>
    extends RecordInferenceBuilder<A, ArrayInferenceBuilder<A>> {
  private final ArrayEncoding<A> encoding;

  ArrayInferenceBuilder(Class<A> type) {
    InvalidSetting.given("type", type);
    if (!ArrayEncoding.SUPPORTED.contains(type)) {
      throw new InvalidSetting(
          "type",
          "one of " + ArrayEncoding.SUPPORTED.stream().map(Class::getSimpleName).toList(),
          type.getTypeName(),
          "map the records to one of these, or call functions(…)");
    }
    this.encoding = new ArrayEncoding<>(type);
  }

  @Override
  ArrayInferenceBuilder<A> self() {
    return this;
  }

  /**
   * Checks everything that can be checked here.
   *
   * @throws InvalidSetting for a model of several inputs
   * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
   *     wrong with the model
   */
  public RecordInference<A> build() {
    Scoring<A> scoring = scoring();
    scoring.check(encoding);
    return new RecordInference<>(scoring, stream -> encoding);
  }
}
