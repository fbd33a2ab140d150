package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

class ArrowRowsTest {
  @Test
  void cellsKeepTheirValues() {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatch batch = ArrowBatch.of(allTypes(allocator.arrow()))) {
      assertThat(ArrowRows.of(batch.schema()).getProducedType())
          .isEqualTo(
              Types.ROW_NAMED(
                  new String[] {"i8", "u8", "u32", "f64", "bool", "text"},
                  Types.BYTE,
                  Types.SHORT,
                  Types.LONG,
                  Types.DOUBLE,
                  Types.BOOLEAN,
                  Types.STRING));
      assertThat(Batches.rows(batch))
          .containsExactly(
              Row.of((byte) -1, (short) 255, 4_294_967_295L, .5, true, "Grüße"),
              Row.of(null, null, null, null, null, null));
    }
  }

  private static VectorSchemaRoot allTypes(BufferAllocator allocator) {
    TinyIntVector i8 = new TinyIntVector("i8", allocator);
    UInt1Vector u8 = new UInt1Vector("u8", allocator);
    UInt4Vector u32 = new UInt4Vector("u32", allocator);
    Float8Vector f64 = new Float8Vector("f64", allocator);
    BitVector bool = new BitVector("bool", allocator);
    VarCharVector text = new VarCharVector("text", allocator);
    for (BaseIntVector integers : List.<BaseIntVector>of(i8, u8, u32)) {
      integers.allocateNew();
      integers.setWithPossibleTruncate(0, -1);
    }
    f64.setSafe(0, .5);
    bool.setSafe(0, 1);
    text.setSafe(0, "Grüße".getBytes(StandardCharsets.UTF_8));
    List<FieldVector> vectors = List.of(i8, u8, u32, f64, bool, text);
    vectors.forEach(vector -> vector.setValueCount(2));
    return new VectorSchemaRoot(vectors);
  }

  @Test
  void dictionariesAreDecoded() {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        VarCharVector words = words(allocator.arrow(), "words", "b", "a");
        VarCharVector plain = words(allocator.arrow(), "word", "a", "b", null, "a")) {
      Dictionary dictionary = new Dictionary(words, new DictionaryEncoding(7, false, null));
      FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
      try (ArrowBatch batch =
          ArrowBatch.of(
              new VectorSchemaRoot(List.of(encoded)), new MapDictionaryProvider(dictionary))) {
        assertThat(Batches.rows(batch))
            .extracting(row -> row.getField(0))
            .containsExactly("a", "b", null, "a");
      }
    }
  }

  private static VarCharVector words(BufferAllocator allocator, String name, String... words) {
    VarCharVector vector = new VarCharVector(name, allocator);
    for (int i = 0; i < words.length; i++) {
      if (words[i] != null) {
        vector.setSafe(i, words[i].getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(words.length);
    return vector;
  }

  @Test
  void aColumnWithoutAClassIsNamed() {
    Schema schema = new Schema(List.of(Field.nullable("born", new ArrowType.Date(DateUnit.DAY))));
    assertThatThrownBy(() -> ArrowRows.of(schema))
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("'born'");
  }

  @Test
  void aBatchOfAnotherSchemaIsRefused() {
    ArrowRows rows =
        ArrowRows.of(new Schema(List.of(Field.nullable("other", new ArrowType.Utf8()))));
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatch batch = Batches.amounts(allocator, new Float[0], new String[0])) {
      assertThatThrownBy(() -> rows.flatMap(batch, new ListCollector<>(new ArrayList<>())))
          .isInstanceOf(InvalidSetting.class)
          .hasMessageContaining("other")
          .hasMessageContaining("amount");
    }
  }
}
