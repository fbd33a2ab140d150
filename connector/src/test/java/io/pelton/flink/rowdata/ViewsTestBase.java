package io.pelton.flink.rowdata;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Reads vectors as columns. Vectors are filled with values and one null at the end. */
abstract class ViewsTestBase {
  ArrowAllocator allocator;

  @BeforeEach
  void openAllocator() {
    allocator = ArrowAllocator.open("test");
  }

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  static Field field(ArrowType type, Field... children) {
    return new Field("c", FieldType.nullable(type), List.of(children));
  }

  static RowType table(DataType type) {
    return (RowType) DataTypes.ROW(DataTypes.FIELD("c", type)).getLogicalType();
  }

  /** The cells of a column, each as a row's only field. */
  List<Object> read(FieldVector vector, Field field, DataType type) {
    Schema schema = new Schema(List.of(field));
    RowDataViews views = RowDataViews.of(table(type), "file", schema, false);
    List<Object> cells = new ArrayList<>();
    try (ArrowBatch batch =
        ArrowBatch.of(
            schema,
            List.of(vector),
            vector.getValueCount(),
            new MapDictionaryProvider(),
            vector::close)) {
      cells.addAll(cells(views, batch, type.getLogicalType()));
    }
    return cells;
  }

  static List<Object> cells(RowDataViews views, ArrowBatch batch, LogicalType type) {
    List<Object> cells = new ArrayList<>();
    ColumnarRowData row =
        new ColumnarRowData(new VectorizedColumnBatch(views.on(batch, new Origin("file", 3))));
    for (int i = 0; i < batch.rows(); i++) {
      row.setRowId(i);
      cells.add(PlainValues.of((RowData) row, List.of(type)).get(0));
    }
    return cells;
  }

  @SuppressWarnings("unchecked")
  <V extends FieldVector> List<Object> read(
      ArrowType type, DataType sql, int count, ObjIntConsumer<V> fill) {
    Field field = field(type);
    V vector = (V) field.createVector(allocator.arrow());
    vector.allocateNew();
    for (int i = 0; i < count; i++) {
      fill.accept(vector, i);
    }
    vector.setNull(count);
    vector.setValueCount(count + 1);
    return read(vector, field, sql);
  }

  static List<Object> list(Object... values) {
    return Arrays.asList(values);
  }

  static BigDecimal number(String text) {
    BigDecimal value = new BigDecimal(text);
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }
}
