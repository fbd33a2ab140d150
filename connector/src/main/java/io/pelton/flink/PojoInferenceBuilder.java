package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.PojoEncoding;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;

/**
 * Settings of an inference on objects of a class with named fields; made by {@link
 * Inference#pojos}.
 *
 * @param <T> records of the stream
 */
@PublicEvolving
public final class PojoInferenceBuilder<T>
    extends RecordInferenceBuilder<T, PojoInferenceBuilder<T>> {
  private final PojoTypeInfo<T> type;

  PojoInferenceBuilder(Class<T> type) {
    this.type = PojoFields.of(InvalidSetting.given("type", type));
  }

  @Override
  PojoInferenceBuilder<T> self() {
    return this;
  }

  /**
   * Checks everything that can be checked here.
   *
   * @throws io.pelton.engine.error.PeltonException naming the field or the setting and its rule, or
   *     what is wrong with the model
   */
  public RecordInference<T> build() {
    Scoring<T> scoring = scoring();
    PojoEncoding<T> encoding = new PojoEncoding<>(type);
    scoring.check(encoding);
    return new RecordInference<>(scoring, stream -> encoding);
  }
}
