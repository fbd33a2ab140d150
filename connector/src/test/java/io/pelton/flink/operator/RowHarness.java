package io.pelton.flink.operator;

import io.pelton.flink.FailedRecord;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;

/** An operator that scores rows, in Flink's test harness. */
final class RowHarness extends OneInputStreamOperatorTestHarness<Row, Prediction<Row>> {
  private static final long MANAGED_MEMORY = 64 << 20;

  private RowHarness(
      OneInputStreamOperatorFactory<Row, Prediction<Row>> factory,
      RowTypeInfo rows,
      TypeInformation<Prediction<Row>> type,
      long managedMemory)
      throws Exception {
    super(
        factory,
        rows.createSerializer(new SerializerConfigImpl()),
        new MockEnvironmentBuilder()
            .setTaskName("Inference")
            .setManagedMemorySize(managedMemory)
            .build());
    setup(type.createSerializer(new SerializerConfigImpl()));
  }

  /** An operator before it is opened. */
  static RowHarness of(RowInference inference, RowTypeInfo rows) throws Exception {
    return of(inference, rows, MANAGED_MEMORY);
  }

  /**
   * @param managedMemory bytes of the slot, of which Flink gives half to operators
   */
  @SuppressWarnings("unchecked")
  static RowHarness of(RowInference inference, RowTypeInfo rows, long managedMemory)
      throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    SingleOutputStreamOperator<Prediction<Row>> scored =
        inference.apply(environment.fromData(rows, new Row(rows.getArity())));
    OneInputTransformation<Row, Prediction<Row>> transformation =
        (OneInputTransformation<Row, Prediction<Row>>) scored.getTransformation();
    return new RowHarness(
        (OneInputStreamOperatorFactory<Row, Prediction<Row>>) transformation.getOperatorFactory(),
        rows,
        scored.getType(),
        managedMemory);
  }

  static RowHarness open(RowInference inference, RowTypeInfo rows) throws Exception {
    RowHarness harness = of(inference, rows);
    harness.open();
    return harness;
  }

  /** Bytes of the slot's managed memory that nobody has reserved. */
  long freeMemory() {
    return getEnvironment().getMemoryManager().availableMemory();
  }

  /** Also fails when the operator did not give its memory back. */
  @Override
  public void close() throws Exception {
    super.close();
    getEnvironment().close();
  }

  void row(long timestamp, Object... fields) throws Exception {
    processElement(Row.of(fields), timestamp);
  }

  List<Prediction<Row>> predictions() {
    return extractOutputValues();
  }

  /** Timestamps of predictions as {@code @t}, watermarks as {@code wm t}, other events in words. */
  List<String> events() {
    List<String> events = new ArrayList<>();
    for (Object event : getOutput()) {
      if (event instanceof StreamRecord<?> record) {
        events.add("@" + record.getTimestamp());
      } else if (event instanceof org.apache.flink.streaming.api.watermark.Watermark mark) {
        events.add("wm " + mark.getTimestamp());
      } else {
        events.add(event.toString());
      }
    }
    return events;
  }

  List<FailedRecord<Row>> failed(OutputTag<FailedRecord<Row>> tag) {
    Collection<StreamRecord<FailedRecord<Row>>> side = getSideOutput(tag);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }
}
