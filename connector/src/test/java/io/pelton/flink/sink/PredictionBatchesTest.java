package io.pelton.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.flink.Batches;
import io.pelton.flink.Prediction;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

class PredictionBatchesTest {
  private static final List<Field> INPUTS = List.of(Field.nullable("id", new ArrowType.Utf8()));
  private static final List<String> OUTPUTS = List.of("label", "p", "m");

  @Test
  void valuesBecomeColumns() throws IOException {
    List<Row> written = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        PredictionBatches batches = new PredictionBatches(allocator, INPUTS, new int[] {1}, 0)) {
      BatchEncoder.Target target = batch -> written.addAll(Batches.rows(batch));
      batches.add(prediction("a", 1L, new float[] {.25f, .75f}, map("x", 1f, "y", 2f)), target);
      batches.add(prediction(null, 2L, new float[] {.5f, .5f}, map("y", 3f)), target);
      assertThat(written).isEmpty();
      batches.flush(target);
      batches.flush(target);
    }
    assertThat(written)
        .containsExactly(Row.of("a", 1L, .25f, .75f, 1f, 2f), Row.of(null, 2L, .5f, .5f, null, 3f));
  }

  @Test
  void aFullBatchIsWritten() throws IOException {
    List<Integer> sizes = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        PredictionBatches batches = new PredictionBatches(allocator, INPUTS, new int[] {1}, 0)) {
      for (int i = 0; i < 5000; i++) {
        batches.add(prediction("a", i, new float[0], Map.of()), batch -> sizes.add(batch.rows()));
      }
      batches.flush(batch -> sizes.add(batch.rows()));
    }
    assertThat(sizes).containsExactly(4096, 904);
  }

  @Test
  void columnsDoNotChange() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        PredictionBatches batches = new PredictionBatches(allocator, INPUTS, new int[] {1}, 0)) {
      BatchEncoder.Target target = batch -> {};
      batches.add(prediction("a", 1L, new float[2], map("x", 1f)), target);
      assertThatThrownBy(() -> batches.add(prediction("b", 1L, new float[3], map("x", 1f)), target))
          .isInstanceOf(UnsupportedOutput.class)
          .hasMessageContaining("'p'")
          .hasMessageContaining("3 values");
    }
  }

  @Test
  void newKeysHaveNoColumn() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        PredictionBatches batches = new PredictionBatches(allocator, INPUTS, new int[] {1}, 0)) {
      BatchEncoder.Target target = batch -> {};
      batches.add(prediction("a", 1L, new float[2], map("x", 1f)), target);
      assertThatThrownBy(() -> batches.add(prediction("b", 1L, new float[2], map("z", 1f)), target))
          .isInstanceOf(UnsupportedOutput.class)
          .hasMessageContaining("key z");
    }
  }

  @Test
  void namesMustNotClash() {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        PredictionBatches batches =
            new PredictionBatches(
                allocator,
                List.of(Field.nullable("p_0", new ArrowType.Utf8())),
                new int[] {1},
                0)) {
      assertThatThrownBy(
              () -> batches.add(prediction("a", 1L, new float[2], map("x", 1f)), batch -> {}))
          .isInstanceOf(InvalidSetting.class)
          .hasMessageContaining("'p_0'");
    }
  }

  private static Prediction<Row> prediction(String id, long label, float[] p, Map<?, ?> map) {
    return new Prediction<>(Row.of("unused", id), OUTPUTS, new Object[] {label, p, map});
  }

  private static Map<Object, Object> map(Object... pairs) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
