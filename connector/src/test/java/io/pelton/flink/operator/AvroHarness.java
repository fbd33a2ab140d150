package io.pelton.flink.operator;

import io.pelton.flink.AvroInference;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Prediction;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** An operator that scores Avro records or values, in Flink's test harness. */
final class AvroHarness<T> extends OneInputStreamOperatorTestHarness<T, Prediction<T>> {
  private AvroHarness(
      OneInputStreamOperatorFactory<T, Prediction<T>> factory,
      TypeInformation<T> records,
      TypeInformation<Prediction<T>> type)
      throws Exception {
    super(factory, records.createSerializer(new SerializerConfigImpl()));
    setup(type.createSerializer(new SerializerConfigImpl()));
  }

  /**
   * @param reusing whether Flink may pass on objects that are used again
   */
  @SuppressWarnings("unchecked")
  static <T> AvroHarness<T> open(
      AvroInference<T> inference, TypeInformation<T> records, T any, boolean reusing)
      throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    SingleOutputStreamOperator<Prediction<T>> scored =
        inference.apply(environment.fromData(records, any));
    OneInputTransformation<T, Prediction<T>> transformation =
        (OneInputTransformation<T, Prediction<T>>) scored.getTransformation();
    AvroHarness<T> harness =
        new AvroHarness<>(
            (OneInputStreamOperatorFactory<T, Prediction<T>>) transformation.getOperatorFactory(),
            records,
            scored.getType());
    if (reusing) {
      harness.getExecutionConfig().enableObjectReuse();
    }
    harness.open();
    return harness;
  }

  List<FailedRecord<T>> failed(OutputTag<FailedRecord<T>> tag) {
    Collection<StreamRecord<FailedRecord<T>>> side = getSideOutput(tag);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }
}
