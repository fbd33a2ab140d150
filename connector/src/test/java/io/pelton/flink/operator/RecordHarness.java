package io.pelton.flink.operator;

import io.pelton.flink.FailedRecord;
import io.pelton.flink.Prediction;
import io.pelton.flink.RecordInference;
import java.util.ArrayList;
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

/** An operator that scores records of any kind, in Flink's test harness. */
final class RecordHarness<T> extends OneInputStreamOperatorTestHarness<T, Prediction<T>> {
  private RecordHarness(
      OneInputStreamOperatorFactory<T, Prediction<T>> factory,
      TypeInformation<T> records,
      TypeInformation<Prediction<T>> type)
      throws Exception {
    super(factory, records.createSerializer(new SerializerConfigImpl()));
    setup(type.createSerializer(new SerializerConfigImpl()));
  }

  @SuppressWarnings("unchecked")
  static <T> RecordHarness<T> open(RecordInference<T> inference, TypeInformation<T> records, T any)
      throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    SingleOutputStreamOperator<Prediction<T>> scored =
        inference.apply(environment.fromData(records, any));
    OneInputTransformation<T, Prediction<T>> transformation =
        (OneInputTransformation<T, Prediction<T>>) scored.getTransformation();
    RecordHarness<T> harness =
        new RecordHarness<>(
            (OneInputStreamOperatorFactory<T, Prediction<T>>) transformation.getOperatorFactory(),
            records,
            scored.getType());
    harness.open();
    return harness;
  }

  /** Predictions of records, each with its position for a timestamp. */
  static <T> List<Prediction<T>> score(
      RecordInference<T> inference, TypeInformation<T> type, List<T> records) throws Exception {
    try (RecordHarness<T> harness = open(inference, type, records.get(0))) {
      for (int i = 0; i < records.size(); i++) {
        harness.processElement(records.get(i), i);
      }
      harness.endInput();
      return new ArrayList<>(harness.extractOutputValues());
    }
  }

  /** Timestamps of the predictions. */
  List<Long> timestamps() {
    return extractOutputStreamRecords().stream().map(StreamRecord::getTimestamp).toList();
  }

  List<FailedRecord<T>> failed(OutputTag<FailedRecord<T>> tag) {
    Collection<StreamRecord<FailedRecord<T>>> side = getSideOutput(tag);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }
}
