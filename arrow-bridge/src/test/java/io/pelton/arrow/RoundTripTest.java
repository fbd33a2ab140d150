package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.NativeStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;

/** Arrow to storages and back, for any schema: the same values, on the same memory. */
class RoundTripTest extends AllocatorTestBase {
  private static final int CASES = 1000;

  @Test
  void anyBatchComesBackAsItWas() {
    long seed = Long.getLong("pelton.seed", System.nanoTime());
    Random random = new Random(seed);
    int inPlace = 0;
    for (int i = 0; i < CASES; i++) {
      String about = "seed " + seed + ", case " + i;
      RandomColumns columns = new RandomColumns(random, allocator.arrow());
      try (ArrowBatch whole = columns.batch()) {
        boolean sliced = random.nextBoolean();
        int from = sliced ? random.nextInt(whole.rows() + 1) : 0;
        int count = sliced ? random.nextInt(whole.rows() - from + 1) : whole.rows();
        try (ArrowBatch batch = sliced ? whole.slice(from, count) : whole.retain()) {
          for (int column = 0; column < batch.columns(); column++) {
            List<Object> expected = cells(whole.vector(column), from, count);
            inPlace += check(batch, column, expected, about + ", column " + column);
          }
        } catch (RuntimeException e) {
          throw new AssertionError(about, e);
        }
      }
      assertThat(allocator.held()).as(about).isZero();
    }
    assertThat(inPlace).isGreaterThan(CASES / 4);
  }

  /** Returns 1 where values are in place, else 0. */
  private int check(ArrowBatch batch, int column, List<Object> expected, String about) {
    FieldVector original = batch.vector(column);
    FieldVector back;
    int inPlace = 0;
    try (ColumnStorage storage = ColumnStorage.of(batch, column)) {
      assertThat(storage.rows()).as(about).isEqualTo(batch.rows());
      back = storage.vector(allocator);
      if (storage.values().orElse(null) instanceof NativeStorage values
          && values.byteLength() > 0) {
        inPlace = 1;
        long address = original.getDataBuffer().memoryAddress();
        assertThat(Vectors.address(values)).as(about).isEqualTo(address);
        assertThat(back.getDataBuffer().memoryAddress()).as(about).isEqualTo(address);
      }
      if (batch.rows() > 0 && storage.offsets().isPresent()) {
        assertThat(Vectors.address(storage.offsets().get()))
            .as(about)
            .isEqualTo(original.getOffsetBuffer().memoryAddress());
      }
    }
    // the storages are closed; what the vector holds is not
    try (back) {
      assertThat(back.getField()).as(about).isEqualTo(original.getField());
      assertThat(back.getNullCount()).as(about).isEqualTo(original.getNullCount());
      assertThat(cells(back, 0, back.getValueCount())).as(about).isEqualTo(expected);
      boolean hasOffsets =
          back.getField().getType() instanceof ArrowType.Utf8
              || back.getField().getType() instanceof ArrowType.List;
      if (hasOffsets) {
        assertThat(back.getOffsetBuffer().capacity())
            .as(about)
            .isGreaterThanOrEqualTo(4L * (back.getValueCount() + 1));
      }
    }
    return inPlace;
  }

  private static List<Object> cells(FieldVector vector, int from, int count) {
    List<Object> cells = new ArrayList<>();
    for (int row = from; row < from + count; row++) {
      cells.add(comparable(vector.getObject(row)));
    }
    return cells;
  }

  /** Arrays as lists, however deep. */
  private static Object comparable(Object cell) {
    if (cell instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    if (cell instanceof List<?> list) {
      return list.stream().map(RoundTripTest::comparable).toList().toString();
    }
    if (cell instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder();
      map.forEach((key, value) -> text.append(key).append('=').append(comparable(value)));
      return text.toString();
    }
    return String.valueOf(cell);
  }
}
