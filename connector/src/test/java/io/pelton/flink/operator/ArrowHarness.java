package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.ArrowInference;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** An operator that scores batches, in Flink's test harness. */
final class ArrowHarness extends OneInputStreamOperatorTestHarness<ArrowBatch, ArrowBatch> {
  private static final long MANAGED_MEMORY = 64 << 20;

  private static final TypeSerializer<ArrowBatch> SERIALIZER =
      ArrowBatchTypeInfo.INSTANCE.createSerializer(new SerializerConfigImpl());

  private ArrowHarness(OneInputStreamOperatorFactory<ArrowBatch, ArrowBatch> factory)
      throws Exception {
    super(
        factory,
        SERIALIZER,
        new MockEnvironmentBuilder()
            .setTaskName("Inference")
            .setManagedMemorySize(MANAGED_MEMORY)
            .build());
    setup(SERIALIZER);
  }

  @SuppressWarnings("unchecked")
  static ArrowHarness open(ArrowInference inference) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    OneInputTransformation<ArrowBatch, ArrowBatch> transformation =
        (OneInputTransformation<ArrowBatch, ArrowBatch>)
            inference
                .apply(
                    environment
                        .fromSequence(0, 0)
                        .map(number -> (ArrowBatch) null)
                        .returns(ArrowBatchTypeInfo.INSTANCE))
                .getTransformation();
    ArrowHarness harness =
        new ArrowHarness(
            (OneInputStreamOperatorFactory<ArrowBatch, ArrowBatch>)
                transformation.getOperatorFactory());
    harness.open();
    return harness;
  }

  List<ArrowBatch> batches() {
    return extractOutputValues();
  }

  /** Also fails when the operator did not give its memory back. */
  @Override
  public void close() throws Exception {
    super.close();
    getEnvironment().close();
  }
}
