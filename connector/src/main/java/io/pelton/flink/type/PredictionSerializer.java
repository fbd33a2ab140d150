package io.pelton.flink.type;

import io.pelton.flink.Prediction;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The record, then the values, each behind a tag for its class; names are not repeated. */
final class PredictionSerializer<T> extends RecordSerializer<Prediction<T>> {
  private static final long serialVersionUID = 1L;

  private final TypeSerializer<T> input;
  private final List<String> outputs;

  PredictionSerializer(TypeSerializer<T> input, List<String> outputs) {
    this.input = input;
    this.outputs = outputs;
  }

  TypeSerializer<T> input() {
    return input;
  }

  List<String> outputs() {
    return outputs;
  }

  @Override
  public boolean isImmutableType() {
    return input.isImmutableType();
  }

  @Override
  public TypeSerializer<Prediction<T>> duplicate() {
    return new PredictionSerializer<>(input.duplicate(), outputs);
  }

  /** The outputs are immutable and shared. */
  @Override
  public Prediction<T> copy(Prediction<T> from) {
    return from.withInput(input.copy(from.input()));
  }

  @Override
  public void serialize(Prediction<T> prediction, DataOutputView target) throws IOException {
    input.serialize(prediction.input(), target);
    for (int i = 0; i < outputs.size(); i++) {
      ValueCodec.writeTagged(prediction.value(i), target);
    }
  }

  @Override
  public Prediction<T> deserialize(DataInputView source) throws IOException {
    T record = input.deserialize(source);
    Object[] values = new Object[outputs.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ValueCodec.readTagged(source);
    }
    return new Prediction<>(record, outputs, values);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    input.copy(source, target);
    for (int i = 0; i < outputs.size(); i++) {
      ValueCodec.writeTagged(ValueCodec.readTagged(source), target);
    }
  }

  @Override
  public TypeSerializerSnapshot<Prediction<T>> snapshotConfiguration() {
    return new PredictionSerializerSnapshot<>(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PredictionSerializer<?> serializer
        && input.equals(serializer.input)
        && outputs.equals(serializer.outputs);
  }

  @Override
  public int hashCode() {
    return Objects.hash(input, outputs);
  }
}
