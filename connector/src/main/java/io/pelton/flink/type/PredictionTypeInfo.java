package io.pelton.flink.type;

import io.pelton.flink.Prediction;
import java.util.List;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of predictions: that of their records, and the names of the outputs. */
@PublicEvolving
public final class PredictionTypeInfo<T> extends OpaqueTypeInfo<Prediction<T>> {
  private static final long serialVersionUID = 1L;

  private final TypeInformation<T> input;
  private final List<String> outputs;

  public PredictionTypeInfo(TypeInformation<T> input, List<String> outputs) {
    this.input = input;
    this.outputs = List.copyOf(outputs);
  }

  /** The type of the records. */
  public TypeInformation<T> input() {
    return input;
  }

  /** Names of the outputs, in order. */
  public List<String> outputs() {
    return outputs;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Class<Prediction<T>> getTypeClass() {
    return (Class<Prediction<T>>) (Class<?>) Prediction.class;
  }

  @Override
  public TypeSerializer<Prediction<T>> createSerializer(SerializerConfig config) {
    return new PredictionSerializer<>(input.createSerializer(config), outputs);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PredictionTypeInfo<?> type
        && input.equals(type.input)
        && outputs.equals(type.outputs);
  }

  @Override
  public int hashCode() {
    return Objects.hash(input, outputs);
  }

  @Override
  public String toString() {
    return "Prediction<" + input + ", " + outputs + ">";
  }
}
