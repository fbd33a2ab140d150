package io.pelton.arrow;

import static io.pelton.arrow.Columns.append;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import java.math.BigDecimal;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class ArrowBatchBuilderTest extends AllocatorTestBase {
  private static final Schema SCHEMA =
      schema(
          field("f", DType.F32),
          field("i", DType.I8),
          field("s", DType.STRING),
          field("t", DType.BOOL));

  @Test
  void memoryComesBackAndIsWrittenAgain() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      append(builder, row(1f, 1, "x".repeat(3000), true));
      ArrowBatch first = builder.finish();
      long address = first.vector("f").getDataBuffer().memoryAddress();
      first.close();
      long held = allocator.held();
      long peak = allocator.peak();
      for (int round = 0; round < 5; round++) {
        append(builder, row(null, 2, "y", false), row(3f, null, null, null));
        try (ArrowBatch batch = builder.finish()) {
          assertThat(batch.vector("f").getDataBuffer().memoryAddress()).isEqualTo(address);
          assertThat(batch.rows()).isEqualTo(2);
          assertThat(batch.vector("f").isNull(0)).isTrue();
          assertThat(batch.vector("f").getObject(1)).isEqualTo(3f);
          assertThat(batch.vector("i").getObject(0)).isEqualTo((byte) 2);
          assertThat(batch.vector("s").getObject(0)).hasToString("y");
          assertThat(batch.vector("s").isNull(1)).isTrue();
          assertThat(batch.vector("t").getObject(0)).isEqualTo(false);
          assertThat(batch.vector("t").getNullCount()).isEqualTo(1);
        }
      }
      assertThat(allocator.held()).isEqualTo(held);
      assertThat(allocator.peak()).isEqualTo(peak);
    }
  }

  @Test
  void keptMemoryCanBeGivenBack() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      assertThat(builder.textBytes()).isZero();
      append(builder, row(1f, 1, "x".repeat(3000), true), row(1f, 1, null, true));
      assertThat(builder.textBytes()).isEqualTo(3000);
      builder.finish().close();
      assertThat(builder.textBytes()).isZero();
      assertThat(allocator.held()).isGreaterThan(3000);
      builder.trim();
      assertThat(allocator.held()).isZero();
      append(builder, row(2f, 2, "y", false));
      try (ArrowBatch batch = builder.finish()) {
        assertThat(batch.vector("s").getObject(0)).hasToString("y");
      }
    }
  }

  @Test
  void memoryThatASliceSharesIsNotWrittenAgain() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      append(builder, row(1f, 1, "one", true));
      ArrowBatch whole = builder.finish();
      ArrowBatch slice = whole.slice(0, 1);
      whole.close();
      append(builder, row(2f, 2, "two", false));
      builder.finish().close();
      assertThat(slice.vector("f").getObject(0)).isEqualTo(1f);
      assertThat(slice.vector("s").getObject(0)).hasToString("one");
      slice.close();
    }
  }

  @Test
  void memoryThatWasMovedIsNotWrittenAgain() {
    try (ArrowAllocator other = ArrowAllocator.open("other");
        ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      append(builder, row(1f, 1, "one", true));
      ArrowBatch moved = builder.finish().transferTo(other);
      append(builder, row(2f, 2, "two", false));
      builder.finish().close();
      assertThat(moved.vector("f").getObject(0)).isEqualTo(1f);
      assertThat(moved.vector("s").getObject(0)).hasToString("one");
      moved.close();
    }
  }

  @Test
  void openBatchesDoNotShareMemory() {
    ArrowBatch first;
    ArrowBatch second;
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      append(builder, row(1f, 1, "one", true));
      first = builder.finish();
      append(builder, row(2f, 2, "two", true));
      second = builder.finish();
    }
    assertThat(first.vector("f").getObject(0)).isEqualTo(1f);
    assertThat(second.vector("s").getObject(0)).hasToString("two");
    second.close();
    first.close();
  }

  @Test
  void aDiscardedRowLeavesNoTrace() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      append(builder, row(1f, 1, "one", true));
      builder.startRow();
      builder.setText(2, "bad");
      assertThatThrownBy(() -> builder.setLong(1, 200))
          .isInstanceOf(ValueOutOfRange.class)
          .hasMessageContaining("Column 'i', row 1: 200 does not fit I8");
      builder.discardRow();
      append(builder, row(2f, 2, "two", true));
      try (ArrowBatch batch = builder.finish()) {
        assertThat(batch.rows()).isEqualTo(2);
        assertThat(batch.vector("s").getObject(1)).hasToString("two");
      }
    }
  }

  @Test
  void aValueOfAnotherKindIsNamed() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      builder.startRow();
      assertThatThrownBy(() -> builder.setValue(0, "1.5"))
          .isInstanceOf(ValueMismatch.class)
          .hasMessageContaining("Column 'f', row 0: expected a value for F32, found a string");
      assertThatThrownBy(() -> builder.setValue(1, 1.5)).isInstanceOf(ValueMismatch.class);
      assertThatThrownBy(() -> builder.setValue(2, 1)).isInstanceOf(ValueMismatch.class);
      assertThatThrownBy(() -> builder.setValue(3, 1)).isInstanceOf(ValueMismatch.class);
      assertThatThrownBy(() -> builder.setValue(0, BigDecimal.ONE))
          .isInstanceOf(ValueMismatch.class)
          .hasMessageContaining("java.math.BigDecimal");
      builder.discardRow();
    }
  }

  @Test
  void aRequiredCellMustBeSet() {
    Schema required = new Schema(List.of(Field.notNullable("a", new ArrowType.Int(64, true))));
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, required, 4)) {
      builder.startRow();
      assertThatThrownBy(builder::endRow)
          .isInstanceOf(NullNotAllowed.class)
          .hasMessageContaining("Column 'a', row 0");
      builder.setLong(0, 7);
      builder.endRow();
      assertThat(builder.rows()).isEqualTo(1);
    }
  }

  @Test
  void bytesAndCapacityAreKnown() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 2)) {
      assertThat(builder.bytes()).isZero();
      append(builder, row(1f, 1, "hello", true));
      long one = builder.bytes();
      // 4 + 1 + 4 bytes of values and offsets, 5 of text, 5 bits, rounded up
      assertThat(one).isBetween(14L, 16L);
      append(builder, row(1f, 1, "hello", true));
      assertThat(builder.bytes()).isGreaterThan(one);
      assertThat(builder.isFull()).isTrue();
      assertThatThrownBy(builder::startRow).hasMessageContaining("full");
    }
  }

  @Test
  void aFloatIsRoundedOnce() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, 4)) {
      append(builder, row(0.1000000000001, 1, "", true), row(16777217L, 1, "", true));
      try (ArrowBatch batch = builder.finish()) {
        assertThat(batch.vector("f").getObject(0)).isEqualTo(0.1f);
        assertThat(batch.vector("f").getObject(1)).isEqualTo(16777216f);
      }
    }
  }

  @Test
  void otherTypesAreRefused() {
    Schema schema = new Schema(List.of(Field.nullable("d", new ArrowType.LargeUtf8())));
    assertThatThrownBy(() -> ArrowBatchBuilder.create(allocator, schema, 4))
        .isInstanceOf(UnsupportedType.class)
        .hasMessageContaining("Column 'd' has type d: LargeUtf8; supported here: Int");
  }
}
