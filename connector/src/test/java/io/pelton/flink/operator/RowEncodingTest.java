package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Timestamp;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** Rows are copied as far as anything in them can change. */
class RowEncodingTest {
  private static UnaryOperator<Row> copier(TypeInformation<?>... fields) {
    RowTypeInfo type = new RowTypeInfo(fields, new String[] {"a", "b"});
    return new RowEncoding(type).copier(type.createSerializer(new SerializerConfigImpl()));
  }

  @Test
  void fieldsThatCanNotChangeAreShared() {
    Row row = Row.ofKind(RowKind.UPDATE_AFTER, "text", null);
    Row copy = copier(Types.STRING, Types.FLOAT).apply(row);
    assertThat(copy).isEqualTo(row).isNotSameAs(row);
    assertThat(copy.getKind()).isEqualTo(RowKind.UPDATE_AFTER);
    assertThat(copy.getField(0)).isSameAs(row.getField(0));
    row.setField(0, "other");
    assertThat(copy.getField(0)).isEqualTo("text");
  }

  @Test
  void fieldsWithNamesStayNamed() {
    Row row = Row.withNames();
    row.setField("b", 2f);
    row.setField("a", "text");
    Row copy = copier(Types.STRING, Types.FLOAT).apply(row);
    row.setField("a", "other");
    assertThat(copy.getField("a")).isEqualTo("text");
    assertThat(copy.getField("b")).isEqualTo(2f);
  }

  @Test
  void fieldsThatCanChangeAreCopied() {
    Row arrays = Row.of("text", new float[] {1});
    Row copy =
        copier(Types.STRING, PrimitiveArrayTypeInfo.FLOAT_PRIMITIVE_ARRAY_TYPE_INFO).apply(arrays);
    ((float[]) arrays.getFieldAs(1))[0] = 2;
    assertThat((float[]) copy.getFieldAs(1)).containsExactly(1);

    Row times = Row.of("text", new Timestamp(1));
    copy = copier(Types.STRING, Types.SQL_TIMESTAMP).apply(times);
    ((Timestamp) times.getFieldAs(1)).setTime(2);
    assertThat(copy.getField(1)).isEqualTo(new Timestamp(1));
  }
}
