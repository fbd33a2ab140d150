package io.pelton.flink.rowdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.UnsupportedField;
import io.pelton.flink.error.UnwritableValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.data.conversion.DataStructureConverter;
import org.apache.flink.table.data.conversion.DataStructureConverters;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowDataVectorsTest {
  private ArrowAllocator allocator;

  @BeforeEach
  void openAllocator() {
    allocator = ArrowAllocator.open("test", 64L << 20, "the limit of the test");
  }

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  private static RowType type(DataTypes.Field... fields) {
    return (RowType) DataTypes.ROW(fields).getLogicalType();
  }

  @Test
  void whatIsAddedIsInTheBatch() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    DataType type = AllTypes.type();
    DataStructureConverter<Object, Object> converter = DataStructureConverters.getConverter(type);
    converter.open(getClass().getClassLoader());
    RowType rowType = (RowType) type.getLogicalType();
    try (RowDataVectors vectors = new RowDataVectors(rowType, Set.of("f8", "f9"), allocator)) {
      RowDataViews views = RowDataViews.of(rowType, "rows", vectors.schema(), false);
      for (int batch = 0; batch < 20; batch++) {
        List<Row> rows = AllTypes.rows(type, random.nextInt(40), random);
        rows.forEach(row -> vectors.add((RowData) converter.toInternal(row)));
        assertThat(vectors.rows()).isEqualTo(rows.size());
        assertThat(vectors.bytes() > 0).isEqualTo(!rows.isEmpty());
        try (ArrowBatch taken = vectors.take()) {
          assertThat(taken.rows()).isEqualTo(rows.size());
          List<Row> back = rows(views, taken, converter);
          for (int row = 0; row < rows.size(); row++) {
            for (int field = 0; field < rowType.getFieldCount(); field++) {
              assertThat(Row.of(back.get(row).getField(field)))
                  .as("seed %d, row %d, field %d", seed, row, field)
                  .isEqualTo(Row.of(rows.get(row).getField(field)));
            }
          }
        }
      }
    }
  }

  private static List<Row> rows(
      RowDataViews views, ArrowBatch batch, DataStructureConverter<Object, Object> converter) {
    List<Row> rows = new ArrayList<>();
    VectorizedColumnBatch columns =
        new VectorizedColumnBatch(views.on(batch, new Origin("rows", 0)));
    for (int i = 0; i < batch.rows(); i++) {
      rows.add((Row) converter.toExternal(new ColumnarRowData(columns, i)));
    }
    return rows;
  }

  @Test
  void everyFieldThatIsWrittenHasItsSqlTypeBack() {
    RowType type = (RowType) AllTypes.type().getLogicalType();
    for (RowType.RowField column : type.getFields()) {
      Field field = ArrowFields.field(column.getName(), column.getType());
      assertThat(SqlTypes.of(field)).as("%s", field).isPresent();
      assertThat(RowDataViews.of(type, "rows", ArrowFields.schema(type), false).columns())
          .hasSize(type.getFieldCount());
    }
  }

  @Test
  void whatDoesNotFitIsRefusedAndTheNextRowGoesOn() {
    RowType type =
        type(
            DataTypes.FIELD("text", DataTypes.STRING()),
            DataTypes.FIELD("at", DataTypes.TIMESTAMP(9)));
    TimestampData late = TimestampData.fromEpochMillis(Long.MAX_VALUE / 1000);
    try (RowDataVectors vectors = new RowDataVectors(type, Set.of(), allocator)) {
      vectors.add(GenericRowData.of(StringData.fromString("one"), null));
      assertThatThrownBy(() -> vectors.add(GenericRowData.of(StringData.fromString("two"), late)))
          .isInstanceOfSatisfying(
              UnwritableValue.class,
              e -> {
                assertThat(e.column()).isEqualTo("at");
                assertThat(e.row()).isEqualTo(1);
              })
          .hasMessageContaining("declare a lower precision");
      vectors.add(GenericRowData.of(StringData.fromString("three"), null));
      try (ArrowBatch batch = vectors.take()) {
        assertThat(batch.rows()).isEqualTo(2);
        assertThat(batch.vector(0).getObject(1)).hasToString("three");
      }
    }
  }

  @Test
  void theFirstAndLastNanosecondsFit() {
    RowType type = type(DataTypes.FIELD("at", DataTypes.TIMESTAMP(9)));
    try (RowDataVectors vectors = new RowDataVectors(type, Set.of(), allocator)) {
      for (long nanos : new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE}) {
        vectors.add(
            GenericRowData.of(
                TimestampData.fromEpochMillis(
                    Math.floorDiv(nanos, 1_000_000L), (int) Math.floorMod(nanos, 1_000_000L))));
      }
      try (ArrowBatch batch = vectors.take()) {
        assertThat(batch.vector(0).getDataBuffer().getLong(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(batch.vector(0).getDataBuffer().getLong(8)).isEqualTo(-1);
        assertThat(batch.vector(0).getDataBuffer().getLong(16)).isEqualTo(Long.MAX_VALUE);
      }
    }
  }

  @Test
  void nullsAreRefusedWhereThereAreNone() {
    RowType type = type(DataTypes.FIELD("n", DataTypes.INT().notNull()));
    RowType map = type(DataTypes.FIELD("m", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT())));
    try (RowDataVectors vectors = new RowDataVectors(type, Set.of(), allocator);
        RowDataVectors maps = new RowDataVectors(map, Set.of(), allocator)) {
      assertThatThrownBy(() -> vectors.add(GenericRowData.of((Object) null)))
          .isInstanceOf(UnwritableValue.class)
          .hasMessageContaining("INT NOT NULL");
      Map<Object, Object> nullKey = new HashMap<>();
      nullKey.put(null, 1);
      assertThatThrownBy(() -> maps.add(GenericRowData.of(new GenericMapData(nullKey))))
          .isInstanceOf(UnwritableValue.class)
          .hasMessageContaining("'m.key'");
    }
  }

  @Test
  void binaryOfAnotherLengthIsRefused() {
    RowType type = type(DataTypes.FIELD("b", DataTypes.BINARY(3)));
    try (RowDataVectors vectors = new RowDataVectors(type, Set.of(), allocator)) {
      assertThatThrownBy(() -> vectors.add(GenericRowData.of(new byte[2])))
          .isInstanceOf(UnwritableValue.class)
          .hasMessageContaining("2 bytes");
    }
  }

  @Test
  void typesWithoutAnArrowTypeAreNamed() {
    RowType type = type(DataTypes.FIELD("z", DataTypes.TIMESTAMP_WITH_TIME_ZONE(3)));
    assertThatThrownBy(() -> new RowDataVectors(type, Set.of(), allocator))
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("'z'");
    RowType number = type(DataTypes.FIELD("n", DataTypes.INT()));
    assertThatThrownBy(() -> new RowDataVectors(number, Set.of("n"), allocator))
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("dictionary");
  }

  @Test
  void memoryStaysWithinItsLimit() {
    RowType type = type(DataTypes.FIELD("text", DataTypes.STRING()));
    StringData text = StringData.fromString("x".repeat(1 << 20));
    try (ArrowAllocator small = ArrowAllocator.open("small", 4 << 20, "the option");
        RowDataVectors vectors = new RowDataVectors(type, Set.of(), small)) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  vectors.add(GenericRowData.of(text));
                }
              })
          .isInstanceOf(AllocationLimitExceeded.class)
          .hasMessageContaining("the option");
    }
  }
}
