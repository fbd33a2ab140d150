package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.StringStorage;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

class ColumnStorageTest extends AllocatorTestBase {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  @Test
  void listsOfAnyLengthAreElementsAndOffsets() {
    FieldVector lists =
        Vectors.lists(
            allocator.arrow(), new ArrowType.List(), FLOAT, List.of(1, 2), null, List.of(3));
    try (ArrowBatch batch = Vectors.batch(lists);
        ColumnStorage storage = ColumnStorage.of(batch, 0)) {
      NativeStorage offsets = (NativeStorage) storage.offsets().orElseThrow();
      ColumnStorage elements = storage.children().get(0);
      NativeStorage values = (NativeStorage) elements.values().orElseThrow();
      NativeStorage validity = (NativeStorage) storage.validity().orElseThrow();
      assertThat(offsets.dtype()).isEqualTo(DType.I32);
      assertThat(IntStream.range(0, 4).map(offsets.ints()::get)).containsExactly(0, 2, 2, 3);
      assertThat(Vectors.address(offsets)).isEqualTo(lists.getOffsetBuffer().memoryAddress());
      assertThat(Vectors.address(values))
          .isEqualTo(lists.getChildrenFromFields().get(0).getDataBuffer().memoryAddress());
      assertThat(values.floats().get(2)).isEqualTo(3f);
      assertThat(validity.bytes().get(0)).isEqualTo((byte) 0b101);
      assertThat(elements.validity()).isEmpty();
      assertThat(storage.values()).isEmpty();
      assertThat(storage.explain())
          .isEqualTo("column 'a': zero-copy view\ncolumn 'elements of a': zero-copy view");
    }
  }

  @Test
  void textIsAStringStorageOnTheSameBytes() {
    try (ArrowBatch batch =
            Vectors.batch(Vectors.of(allocator.arrow(), new ArrowType.Utf8(), "ab", "", "é"));
        ColumnStorage storage = ColumnStorage.of(batch, 0)) {
      StringStorage text = (StringStorage) storage.values().orElseThrow();
      assertThat(List.of(text.get(0), text.get(1), text.get(2))).containsExactly("ab", "", "é");
      assertThat(Vectors.address(text)).isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
    }
    try (ArrowBatch batch =
            Vectors.batch(Vectors.of(allocator.arrow(), new ArrowType.Utf8View(), "ab"));
        ColumnStorage storage = ColumnStorage.of(batch, 0)) {
      assertThat(storage.explain()).isEqualTo("column 'a': packed, because views scatter the text");
    }
  }

  @Test
  void truthAndDecimalsAreTheirBits() {
    try (ArrowBatch batch =
            Vectors.batch(Vectors.of(allocator.arrow(), new ArrowType.Bool(), true, false, true));
        ColumnStorage storage = ColumnStorage.of(batch, 0)) {
      NativeStorage bits = (NativeStorage) storage.values().orElseThrow();
      assertThat(bits.dtype()).isEqualTo(DType.U8);
      assertThat(bits.bytes().get(0)).isEqualTo((byte) 0b101);
      assertThat(Vectors.address(bits)).isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
    }
    ArrowType decimal = new ArrowType.Decimal(10, 2, 128);
    try (ArrowBatch batch =
            Vectors.batch(Vectors.of(allocator.arrow(), decimal, new BigDecimal("-1.50")));
        ColumnStorage storage = ColumnStorage.of(batch, 0)) {
      NativeStorage words = (NativeStorage) storage.values().orElseThrow();
      assertThat(new long[] {words.longs().get(0), words.longs().get(1)}).containsExactly(-150, -1);
    }
  }

  @Test
  void encodedColumnsAreIndicesAndADictionary() {
    DictionaryEncoding encoding = new DictionaryEncoding(7, false, new ArrowType.Int(16, true));
    FieldVector entries = Vectors.of(allocator.arrow(), new ArrowType.Utf8(), "x", "yy");
    DictionaryProvider.MapDictionaryProvider dictionaries =
        new DictionaryProvider.MapDictionaryProvider(new Dictionary(entries, encoding));
    Field field = new Field("a", new FieldType(true, encoding.getIndexType(), encoding), List.of());
    FieldVector indices = field.createVector(allocator.arrow());
    indices.allocateNew();
    for (int row = 0; row < 3; row++) {
      Vectors.set(indices, row, row % 2);
    }
    indices.setValueCount(3);
    try (ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(indices), dictionaries);
        ColumnStorage storage = ColumnStorage.of(batch, 0)) {
      NativeStorage numbers = (NativeStorage) storage.values().orElseThrow();
      assertThat(numbers.dtype()).isEqualTo(DType.I16);
      assertThat(numbers.shorts().get(1)).isEqualTo((short) 1);
      assertThat(Vectors.address(numbers)).isEqualTo(indices.getDataBuffer().memoryAddress());
      StringStorage words =
          (StringStorage) storage.dictionary().orElseThrow().values().orElseThrow();
      assertThat(words.get(1)).isEqualTo("yy");
      assertThat(Vectors.address(words)).isEqualTo(entries.getDataBuffer().memoryAddress());
      assertThat(storage.explain())
          .isEqualTo("column 'a': zero-copy view\ncolumn 'dictionary of a': zero-copy view");
    }
    entries.close();
  }

  @Test
  void anOpenStorageIsALeakWithAName() {
    ArrowAllocator leaking = allocator.child("leaking", 1 << 20, "the limit");
    ArrowBatch batch =
        Vectors.batch(Vectors.of(leaking.arrow(), new ArrowType.Int(32, true), 1, 2));
    ColumnStorage storage = ColumnStorage.of(batch, 0);
    batch.close();
    assertThatThrownBy(leaking::close)
        .isInstanceOfSatisfying(
            AllocatorLeak.class,
            leak -> assertThat(leak.holders()).containsExactly("storage of column 'a'"));
    assertThat(((NativeStorage) storage.values().orElseThrow()).ints().get(1)).isEqualTo(2);
    storage.close();
    leaking.close();
  }

  @Test
  void otherTypesAreNamedAndLeaveNothingBehind() {
    FieldVector good = Vectors.of(allocator.arrow(), new ArrowType.Int(32, true), 1);
    DenseUnionVector union = DenseUnionVector.empty("u", allocator.arrow());
    union.setValueCount(0);
    try (ArrowBatch batch =
            Vectors.batch(Vectors.struct(allocator.arrow(), 1, Arrays.asList(good)));
        ArrowBatch unions = Vectors.batch(union)) {
      assertThatThrownBy(() -> ColumnStorage.of(unions, 0))
          .isInstanceOf(UnsupportedType.class)
          .hasMessageContaining("Column 'u' has type Union")
          .hasMessageContaining("all but unions");
      ColumnStorage.of(batch, 0).close();
    }
  }
}
