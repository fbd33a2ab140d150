package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.InferenceBuilder;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.error.NotEnoughMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The harness gives half of the slot's managed memory to operators, the rest to state. */
class SlotMemoryTest {
  private static final RowTypeInfo ROWS =
      (RowTypeInfo) Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING);
  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  @Test
  void theShareIsReservedWhileTheOperatorIsOpen() throws Exception {
    RowHarness harness = RowHarness.of(builder().build(), ROWS, 8 * MIB);
    assertThat(harness.freeMemory()).isEqualTo(8 * MIB);
    harness.open();
    assertThat(harness.freeMemory()).isEqualTo(4 * MIB);
    harness.row(0, 1f, "1");
    harness.endInput();
    assertThat(harness.predictions()).hasSize(1);
    harness.close();
    assertThat(harness.freeMemory()).isEqualTo(8 * MIB);
  }

  @Test
  void aLimitIsReservedAndNoMore() throws Exception {
    RowInference inference = builder().memoryLimit(new MemorySize(3 * MIB)).build();
    try (RowHarness harness = RowHarness.of(inference, ROWS, 8 * MIB)) {
      harness.open();
      assertThat(harness.freeMemory()).isEqualTo(5 * MIB);
    }
  }

  @Test
  void aLimitAboveTheShareIsRefusedWithTheOptionsToRaise() throws Exception {
    RowInference inference = builder().memoryLimit(new MemorySize(5 * MIB)).build();
    try (RowHarness harness = RowHarness.of(inference, ROWS, 8 * MIB)) {
      assertThatThrownBy(harness::open)
          .isInstanceOfSatisfying(
              NotEnoughMemory.class,
              failure -> {
                assertThat(failure.model()).isEqualTo("amounts");
                assertThat(failure.requested()).isEqualTo(5 * MIB);
                assertThat(failure.available()).isEqualTo(4 * MIB);
              })
          .hasMessageContaining("taskmanager.memory.managed.size")
          .hasMessageContaining("taskmanager.memory.managed.fraction")
          .hasMessageContaining("memoryLimit(…)");
      assertThat(harness.freeMemory()).isEqualTo(8 * MIB);
    }
  }

  @Test
  void withoutManagedMemoryTheMessageSaysWhatToSet() throws Exception {
    try (RowHarness harness = RowHarness.of(builder().build(), ROWS, 0)) {
      assertThatThrownBy(harness::open)
          .isInstanceOfSatisfying(
              NotEnoughMemory.class, failure -> assertThat(failure.available()).isZero())
          .hasMessageContaining("found none")
          .hasMessageContaining("taskmanager.memory.managed.size")
          .hasMessageContaining("taskmanager.memory.managed.consumer-weights");
    }
  }

  @Test
  void memoryThatSomeoneElseTookIsNamed() throws Exception {
    Object other = new Object();
    try (RowHarness harness = RowHarness.of(builder().build(), ROWS, 8 * MIB)) {
      harness.getEnvironment().getMemoryManager().reserveMemory(other, 6 * MIB);
      assertThatThrownBy(harness::open)
          .isInstanceOfSatisfying(
              NotEnoughMemory.class,
              failure -> {
                assertThat(failure.requested()).isEqualTo(4 * MIB);
                assertThat(failure.available()).isEqualTo(2 * MIB);
              });
      harness.getEnvironment().getMemoryManager().releaseMemory(other, 6 * MIB);
    }
  }

  @Test
  void memoryComesBackWhenTheModelCantBeLoaded() throws Exception {
    RowInference inference = builder().build();
    Files.delete(folder.resolve("amounts.onnx"));
    try (RowHarness harness = RowHarness.of(inference, ROWS, 8 * MIB)) {
      assertThatThrownBy(harness::open).hasMessageContaining("amounts.onnx");
      assertThat(harness.freeMemory()).isEqualTo(8 * MIB);
    }
  }

  @Test
  void memoryComesBackWhenARecordFails() throws Exception {
    RowHarness harness = RowHarness.of(builder().build(), ROWS, 8 * MIB);
    harness.open();
    harness.row(0, 1f, "many");
    assertThatThrownBy(harness::endInput).hasMessageContaining("many");
    harness.close();
    assertThat(harness.freeMemory()).isEqualTo(8 * MIB);
  }

  @Test
  void aFullShareNamesWhatToRaise() throws Exception {
    try (RowHarness harness = RowHarness.of(builder().build(), ROWS, MIB)) {
      harness.open();
      assertThatThrownBy(() -> harness.row(0, 1f, "0".repeat(1 << 20)))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("raise taskmanager.memory.managed.size")
          .cause()
          .isInstanceOfSatisfying(
              AllocationLimitExceeded.class,
              failure -> assertThat(failure.limit()).isEqualTo(MIB / 2));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 32", "1, 1", "1048576, 1", "1048577, 2", "268435456, 256"})
  void whatAnOperatorAsksForIsItsLimitInMebibytes(long limit, int weight) {
    RowInference.Builder builder = builder();
    if (limit > 0) {
      builder.memoryLimit(new MemorySize(limit));
    }
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    assertThat(
            builder
                .build()
                .apply(environment.fromData(ROWS, Row.of(1f, "1")))
                .getTransformation()
                .getManagedMemoryOperatorScopeUseCaseWeights())
        .containsEntry(ManagedMemoryUseCase.OPERATOR, weight);
    assertThat(InferenceBuilder.DEFAULT_MEMORY.getMebiBytes()).isEqualTo(32);
  }

  private RowInference.Builder builder() {
    return Inference.rows()
        .model(TestModels.amounts(folder).toString())
        .batch(BatchPolicy.of(16, Duration.ofMillis(10)));
  }
}
