package io.pelton.flink.rowdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidDictionaryIndex;
import io.pelton.flink.error.TableMismatch;
import io.pelton.flink.error.UnreadableValue;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** Dictionaries, nulls, and columns that do not fit. */
class RowDataViewsTest extends ViewsTestBase {
  @Test
  void aColumnWithoutATypeIsNullOfAnyType() {
    NullVector vector = new NullVector("c", 2);
    assertThat(read(vector, field(ArrowType.Null.INSTANCE), DataTypes.DATE()))
        .isEqualTo(list(null, null));
  }

  @Test
  void dictionariesAreDecodedAndTheirIndicesChecked() {
    DictionaryEncoding encoding = new DictionaryEncoding(4, false, new ArrowType.Int(8, false));
    Field logical = new Field("c", new FieldType(true, ArrowType.Utf8.INSTANCE, encoding), null);
    FieldType indexType = new FieldType(true, new ArrowType.Int(8, false), encoding);
    try (VarCharVector values = new VarCharVector("values", allocator.arrow());
        UInt1Vector indices = new UInt1Vector("c", indexType, allocator.arrow())) {
      values.allocateNew();
      for (int i = 0; i < 200; i++) {
        values.setSafe(i, AllTypes.utf8("text " + i));
      }
      values.setNull(7);
      values.setValueCount(200);
      int[] entries = {199, 7, 0, 199, 220};
      indices.allocateNew();
      for (int i = 0; i < entries.length; i++) {
        indices.set(i, entries[i]);
      }
      indices.setNull(2);
      indices.setValueCount(entries.length);
      Schema schema = new Schema(List.of(logical));
      RowDataViews views = RowDataViews.of(table(DataTypes.STRING()), "file", schema, false);
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(new Dictionary(values, encoding));
      LogicalType type = DataTypes.STRING().getLogicalType();
      try (ArrowBatch batch = ArrowBatch.of(schema, List.of(indices), 4, dictionaries, () -> {})) {
        assertThat(cells(views, batch, type)).isEqualTo(list("text 199", null, null, "text 199"));
      }
      try (ArrowBatch batch = ArrowBatch.of(schema, List.of(indices), 5, dictionaries, () -> {})) {
        assertThatThrownBy(() -> cells(views, batch, type))
            .isInstanceOf(InvalidDictionaryIndex.class)
            .hasMessageContaining("220");
      }
    }
  }

  @Test
  void aNullInAColumnWithoutNullsIsRefused() {
    assertThatThrownBy(
            () ->
                this.<BigIntVector>read(
                    new ArrowType.Int(64, true),
                    DataTypes.BIGINT().notNull(),
                    5,
                    (v, i) -> v.set(i, i)))
        .isInstanceOfSatisfying(
            UnreadableValue.class,
            e -> {
              assertThat(e.index()).isEqualTo(5);
              assertThat(e.type()).isEqualTo("BIGINT NOT NULL");
            });
  }

  @Test
  void aNullWithinANullRowIsNoneAtAll() {
    Field inner = new Field("x", FieldType.nullable(new ArrowType.Int(32, true)), List.of());
    Field outer = field(ArrowType.Struct.INSTANCE, inner);
    DataType type = DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT().notNull()));
    StructVector struct = (StructVector) outer.createVector(allocator.arrow());
    struct.allocateNew();
    struct.setIndexDefined(0);
    struct.getChild("x", IntVector.class).setSafe(0, 9);
    struct.setNull(1);
    struct.setValueCount(2);
    assertThat(read(struct, outer, type)).isEqualTo(list(list(number("9")), null));
  }

  @Test
  void aMismatchShowsBothTypesAndTheDifference() {
    RowType table =
        (RowType)
            DataTypes.ROW(
                    DataTypes.FIELD("a", DataTypes.STRING()),
                    DataTypes.FIELD(
                        "b", DataTypes.ARRAY(DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT())))))
                .getLogicalType();
    Field x = new Field("x", FieldType.nullable(new ArrowType.Int(64, true)), List.of());
    Field item = new Field("item", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(x));
    Schema schema =
        new Schema(
            List.of(
                new Field("a", FieldType.nullable(ArrowType.Utf8.INSTANCE), null),
                new Field("b", FieldType.nullable(ArrowType.List.INSTANCE), List.of(item))));
    assertThatThrownBy(() -> RowDataViews.of(table, "some.arrow", schema, false))
        .isInstanceOfSatisfying(
            TableMismatch.class,
            e -> {
              assertThat(e.file()).isEqualTo("some.arrow");
              assertThat(e.column()).isEqualTo("b.item.x");
              assertThat(e.difference()).isEqualTo("the table has INT, the file Int(64, true)");
              assertThat(e.remedy()).isEqualTo("declare it as BIGINT");
              assertThat(e.tableType()).contains("`a` STRING", "ARRAY<ROW<`x` INT>>");
              assertThat(e.fileType()).contains("a: Utf8", "x: Int(64, true)");
            });
  }

  @Test
  void missingColumnsAreNullOnlyWhereThatIsWanted() {
    Schema schema = new Schema(List.of(field(ArrowType.Utf8.INSTANCE)));
    RowType table =
        (RowType) DataTypes.ROW(DataTypes.FIELD("C", DataTypes.STRING())).getLogicalType();
    RowType required =
        (RowType)
            DataTypes.ROW(DataTypes.FIELD("C", DataTypes.STRING().notNull())).getLogicalType();
    assertThatThrownBy(() -> RowDataViews.of(table, "file", schema, false))
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining("check its case")
        .hasMessageContaining("'arrow.missing-column' = 'null'");
    assertThatThrownBy(() -> RowDataViews.of(required, "file", schema, true))
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining("declare it nullable");
    RowDataViews views = RowDataViews.of(table, "file", schema, true);
    assertThat(views.columns()).isEmpty();
    try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(), List.of(), 2);
        ArrowBatch batch = ArrowBatch.of(root)) {
      assertThat(cells(views, batch, table.getTypeAt(0))).isEqualTo(list(null, null));
    }
  }

  @Test
  void aNameThatTheFileHasTwiceIsRefused() {
    Field field = field(ArrowType.Utf8.INSTANCE);
    Schema schema = new Schema(List.of(field, field));
    assertThatThrownBy(
            () -> RowDataViews.of(table(DataTypes.STRING()), "twice.arrow", schema, false))
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining("more than once")
        .hasMessageContaining("twice.arrow");
  }

  @Test
  void textsNeedNotBeginAtTheStart() {
    Field field = field(ArrowType.Utf8.INSTANCE);
    VarCharVector vector = (VarCharVector) field.createVector(allocator.arrow());
    try (ArrowBuf validity = allocator.buffer(8);
        ArrowBuf offsets = allocator.buffer(12);
        ArrowBuf values = allocator.buffer(4)) {
      validity.writeLong(3);
      for (int i = 0; i < 3; i++) {
        offsets.writeInt(i + 1);
      }
      values.writeBytes(AllTypes.utf8("abcd"));
      vector.loadFieldBuffers(new ArrowFieldNode(2, 0), List.of(validity, offsets, values));
    }
    assertThat(read(vector, field, DataTypes.STRING())).isEqualTo(list("b", "c"));
  }
}
