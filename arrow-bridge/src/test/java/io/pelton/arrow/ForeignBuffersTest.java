package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers as other programs lay them out, which Arrow's own setters never do. */
class ForeignBuffersTest extends AllocatorTestBase {
  static List<ArrowType> kinds() {
    return ForeignBuffers.KINDS;
  }

  private ArrowBatch batch(ArrowType type, long... offsets) {
    return ForeignBuffers.batch(allocator, type, offsets);
  }

  /** The column's rows as text, read by a binding; the elements of lists are characters. */
  private static List<String> read(ArrowBatch batch) {
    boolean lists = ForeignBuffers.isList(batch.schema().getFields().get(0).getType());
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", lists ? DType.I8 : DType.STRING, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "a")));
    try (BoundBatch bound = binder.bind(batch)) {
      assertThat(bound.rows()).isEqualTo(batch.rows());
      if (!lists) {
        return List.of(bound.tensors().get(0).toStrings());
      }
      List<String> rows = new ArrayList<>();
      for (long value : bound.tensors().get(0).toLongs()) {
        rows.add(Character.toString((char) value));
      }
      return rows;
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void offsetsNeedNotBeginAtZero(ArrowType type) {
    try (ArrowBatch batch = batch(type, 1, 2, 3)) {
      assertThat(read(batch)).containsExactly("b", "c");
      try (ArrowBatch second = batch.slice(1, 1);
          ArrowBatch copy = batch.select(1, 0, 1)) {
        assertThat(read(second)).containsExactly("c");
        assertThat(read(copy)).containsExactly("c", "b", "c");
      }
      ArrowBatch moved = batch.retain().transferTo(allocator);
      assertThat(read(moved)).containsExactly("b", "c");
      try (ArrowBatch of = moved.slice(1, 1)) {
        assertThat(read(of)).containsExactly("c");
      }
      moved.close();
      try (ColumnStorage storage = ColumnStorage.of(batch, 0);
          ArrowBatch again = Vectors.batch(storage.vector(allocator))) {
        assertThat(read(again)).containsExactly("b", "c");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void appendingCopiesTheRowsBytesOnly(ArrowType type) {
    try (ArrowBatch batch = batch(type, 1, 2, 3);
        ArrowBatch copy = batch.select(0, 1)) {
      FieldVector vector = copy.vector(0);
      long end =
          ForeignBuffers.isLarge(type)
              ? vector.getOffsetBuffer().getLong(16)
              : vector.getOffsetBuffer().getInt(8);
      assertThat(end).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void noRowsNeedNoOffsets(ArrowType type) {
    for (long[] offsets : List.of(new long[0], new long[] {0})) {
      try (ArrowBatch batch = batch(type, offsets);
          ArrowBatch slice = batch.slice(0, 0);
          ArrowBatch copy = batch.select();
          ColumnStorage storage = ColumnStorage.of(batch, 0);
          ArrowBatch again = Vectors.batch(storage.vector(allocator))) {
        for (ArrowBatch each : List.of(batch, slice, copy, again)) {
          assertThat(each.rows()).isZero();
          assertThat(read(each)).isEmpty();
        }
        assertThat(storage.offsets().orElseThrow().length()).isOne();
        assertThat(again.vector(0).getOffsetBuffer().capacity())
            .isGreaterThanOrEqualTo(ForeignBuffers.isLarge(type) ? 8 : 4);
      }
    }
  }

  @Test
  void timestampsWithAZoneStayThatInstant() {
    Instant instant = Instant.parse("2025-12-31T16:00:00Z");
    ArrowType type = new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Asia/Shanghai");
    long micros = instant.getEpochSecond() * 1_000_000;
    try (ArrowBatch batch = Vectors.batch(Vectors.of(allocator.arrow(), type, micros));
        ColumnStorage storage = ColumnStorage.of(batch, 0);
        ArrowBatch again = Vectors.batch(storage.vector(allocator));
        ArrowBatch built = Columns.batch(allocator, batch.schema(), new Object[] {instant})) {
      for (ArrowBatch each : List.of(again, built)) {
        TimeStampMicroTZVector vector = (TimeStampMicroTZVector) each.vector(0);
        assertThat(vector.getField().getType()).isEqualTo(type);
        assertThat(vector.get(0)).isEqualTo(micros);
      }
      assertThat(numbers(batch)).containsExactly(micros);
    }
  }

  @Test
  void timestampsWithoutAZoneAreWallTimeRoundedDown() {
    LocalDateTime wall = LocalDateTime.parse("1969-12-31T23:59:59.999999999");
    for (TimeUnit unit : TimeUnit.values()) {
      ArrowType type = new ArrowType.Timestamp(unit, null);
      try (ArrowBatch batch =
          Columns.batch(
              allocator, Columns.schema(Field.nullable("a", type)), new Object[] {wall})) {
        assertThat(numbers(batch)).as("%s", unit).containsExactly(-1);
      }
    }
  }

  private static long[] numbers(ArrowBatch batch) {
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", DType.I64, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "a")));
    try (BoundBatch bound = binder.bind(batch)) {
      return bound.tensors().get(0).toLongs();
    }
  }
}
