package io.pelton.arrow;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class ArrowBatchTest extends AllocatorTestBase {
  private static final Schema SCHEMA =
      schema(field("a", DType.I32), field("b", DType.STRING), field("c", DType.BOOL));

  private ArrowBatch some() {
    return batch(
        allocator,
        SCHEMA,
        row(1, "one", true),
        row(2, null, false),
        row(null, "three", null),
        row(4, "four", true));
  }

  private static List<List<Object>> rows(ArrowBatch batch) {
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      List<Object> cells = new ArrayList<>();
      for (int column = 0; column < batch.columns(); column++) {
        Object value = batch.vector(column).getObject(row);
        cells.add(value == null ? null : value.toString());
      }
      rows.add(cells);
    }
    return rows;
  }

  @Test
  void slicesShareMemoryAndOutliveTheWhole() {
    ArrowBatch slice;
    long address;
    try (ArrowBatch batch = some()) {
      slice = batch.slice(1, 2);
      address = batch.vector("a").getDataBuffer().memoryAddress() + 4;
    }
    assertThat(slice.vector("a").getDataBuffer().memoryAddress()).isEqualTo(address);
    assertThat(rows(slice)).containsExactly(cells("2", null, "false"), cells(null, "three", null));
    slice.close();
  }

  private static List<Object> cells(Object... cells) {
    return Arrays.asList(cells);
  }

  @Test
  void selectionCopiesRowsInOrder() {
    try (ArrowBatch batch = some();
        ArrowBatch selected = batch.select(3, 0)) {
      assertThat(rows(selected))
          .containsExactly(cells("4", "four", "true"), cells("1", "one", "true"));
    }
  }

  @Test
  void transferMovesTheCharge() {
    try (ArrowAllocator other = ArrowAllocator.open("other")) {
      long before = allocator.held();
      ArrowBatch moved = some().transferTo(other);
      assertThat(allocator.held()).isEqualTo(before);
      assertThat(other.held()).isPositive();
      assertThat(rows(moved)).hasSize(4).contains(cells("1", "one", "true"));
      moved.close();
      assertThat(other.held()).isZero();
    }
  }

  @Test
  void ownersAreCounted() {
    ArrowBatch batch = some();
    batch.retain();
    batch.close();
    assertThat(batch.vector("a").getObject(0)).isEqualTo(1);
    batch.close();
    assertThatThrownBy(() -> batch.vector(0))
        .isInstanceOf(BatchReleased.class)
        .hasMessageContaining("4 rows [a, b, c]");
    assertThatThrownBy(batch::close).isInstanceOf(BatchReleased.class);
    assertThatThrownBy(batch::retain).isInstanceOf(BatchReleased.class);
  }

  @Test
  void columnsStandSideBySide() {
    ArrowBatch joined;
    try (ArrowBatch left = some();
        ArrowBatch right =
            batch(allocator, schema(field("p", DType.F64)), row(.1), row(.2), row(.3), row(.4))) {
      joined = left.beside(right);
      try (ArrowBatch short1 = batch(allocator, schema(field("p", DType.F64)), row(.1))) {
        assertThatThrownBy(() -> left.beside(short1)).hasMessage("4 rows beside 1");
      }
    }
    assertThat(joined.schema().getFields()).hasSize(4);
    assertThat(joined.vector("p").getObject(3)).isEqualTo(.4);
    assertThat(joined.vector("b").getObject(0)).hasToString("one");
    joined.close();
  }

  @Test
  void anUnknownColumnListsTheKnown() {
    try (ArrowBatch batch = some()) {
      assertThatThrownBy(() -> batch.column("z"))
          .isInstanceOf(UnknownColumn.class)
          .hasMessageContaining("'z'")
          .hasMessageContaining("[a, b, c]");
    }
  }
}
