package io.pelton.flink.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches between tasks: any contents come back, and broken bytes are an {@link IOException}. */
class ArrowBatchSerializerTest {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(3, false, new ArrowType.Int(32, true));

  private final ArrowBatchSerializer serializer = new ArrowBatchSerializer(Compression.NONE);
  private ArrowAllocator allocator;

  @BeforeEach
  void open() {
    allocator = ArrowAllocator.open("test");
  }

  @AfterEach
  void close() {
    allocator.close();
  }

  /** Lists of numbers beside words from a dictionary. */
  private ArrowBatch nested() {
    ListVector lists = ListVector.empty("lists", allocator.arrow());
    UnionListWriter writer = lists.getWriter();
    writer.allocate();
    for (int row = 0; row < 3; row++) {
      writer.setPosition(row);
      writer.startList();
      for (int i = 0; i < row; i++) {
        writer.writeInt(10 * row + i);
      }
      writer.endList();
    }
    lists.setValueCount(3);
    FieldType indexType = new FieldType(true, new ArrowType.Int(32, true), ENCODING);
    IntVector indices = new IntVector("words", indexType, allocator.arrow());
    for (int row = 0; row < 3; row++) {
      indices.setSafe(row, row % 2);
    }
    indices.setValueCount(3);
    VarCharVector words = new VarCharVector("dictionary", allocator.arrow());
    words.setSafe(0, "zero".getBytes(StandardCharsets.UTF_8));
    words.setSafe(1, "one".getBytes(StandardCharsets.UTF_8));
    words.setValueCount(2);
    VectorSchemaRoot root = VectorSchemaRoot.of(lists, indices);
    MapDictionaryProvider dictionaries = new MapDictionaryProvider(new Dictionary(words, ENCODING));
    ArrowBatch batch = ArrowBatch.of(root, dictionaries);
    return ArrowBatch.of(
        batch.schema(),
        root.getFieldVectors(),
        3,
        dictionaries,
        () -> {
          batch.close();
          words.close();
        });
  }

  private static void checkNested(ArrowBatch batch) {
    assertThat(batch.rows()).isEqualTo(3);
    assertThat(batch.vector(0).getObject(2)).hasToString("[20,21]");
    assertThat(batch.dictionaries().lookup(3).getVector().getObject(1)).hasToString("one");
    assertThat(((IntVector) batch.vector(1)).get(1)).isEqualTo(1);
  }

  private static byte[] bytes(ArrowBatchSerializer serializer, ArrowBatch batch)
      throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(batch, out);
    return out.getCopyOfBuffer();
  }

  private ArrowBatch read(byte[] bytes) throws IOException {
    return serializer.deserialize(new DataInputDeserializer(bytes));
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void listsAndDictionaries(Compression compression) throws IOException {
    try (ArrowBatch batch = nested()) {
      ArrowBatch read = read(bytes(new ArrowBatchSerializer(compression), batch));
      assertThat(read.schema()).isEqualTo(batch.schema());
      checkNested(read);
      ArrowBatch copy = serializer.copy(batch);
      checkNested(copy);
    }
  }

  @Test
  void batchesOfDifferentSchemasTakeTurns() throws IOException {
    try (ArrowBatch batch = nested();
        ArrowBatch empty = none(5)) {
      DataOutputSerializer out = new DataOutputSerializer(64);
      for (ArrowBatch each : List.of(batch, empty, batch)) {
        serializer.serialize(each, out);
      }
      DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
      checkNested(serializer.deserialize(in));
      assertThat(serializer.deserialize(in).rows()).isEqualTo(5);
      checkNested(serializer.deserialize(in));
      assertThat(in.available()).isZero();
    }
  }

  private static ArrowBatch none(int rows) {
    return ArrowBatch.of(
        new Schema(List.of(), Map.of("columns", "none")),
        List.of(),
        rows,
        new MapDictionaryProvider(),
        () -> {});
  }

  @Test
  void noColumns() throws IOException {
    try (ArrowBatch batch = none(7)) {
      ArrowBatch read = read(bytes(serializer, batch));
      assertThat(read.rows()).isEqualTo(7);
      assertThat(read.schema()).isEqualTo(batch.schema());
      assertThat(serializer.copy(batch).rows()).isEqualTo(7);
    }
  }

  @Test
  void outputsThatDoNotTakeMemory() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ArrowBatch batch = nested()) {
      serializer.serialize(batch, new DataOutputViewStreamWrapper(bytes));
    }
    checkNested(read(bytes.toByteArray()));
  }

  @Test
  void slicesOutliveTheBatchThatWasRead() throws IOException {
    ArrowBatch read;
    try (ArrowBatch batch = nested()) {
      read = read(bytes(serializer, batch));
    }
    ArrowBatch slice = read.slice(1, 2);
    read.close();
    assertThat(slice.vector(0).getObject(1)).hasToString("[20,21]");
    slice.close();
  }

  /** Numbers from a first one on, more than fit into memory that small buffers share. */
  private ArrowBatch numbers(int first) {
    IntVector numbers = new IntVector("numbers", allocator.arrow());
    for (int row = 0; row < 10_000; row++) {
      numbers.setSafe(row, first + row);
    }
    numbers.setValueCount(10_000);
    return ArrowBatch.of(VectorSchemaRoot.of(numbers));
  }

  @Test
  void memoryServesAgainOnceItsLastOwnerClosed() throws IOException {
    byte[] ones;
    byte[] twos;
    try (ArrowBatch one = numbers(1);
        ArrowBatch two = numbers(2)) {
      ones = bytes(serializer, one);
      twos = bytes(serializer, two);
    }
    ArrowBatch first = read(ones);
    ArrowBatch slice = first.slice(9_000, 1);
    long memory = first.vector(0).getDataBufferAddress();
    first.close();
    ArrowBatch second = read(twos);
    assertThat(second.vector(0).getDataBufferAddress()).isNotEqualTo(memory);
    assertThat(((IntVector) slice.vector(0)).get(0)).isEqualTo(9_001);
    slice.close();
    ArrowBatch third = read(ones);
    assertThat(third.vector(0).getDataBufferAddress()).isEqualTo(memory);
    assertThat(((IntVector) third.vector(0)).get(9_999)).isEqualTo(10_000);
    assertThat(((IntVector) second.vector(0)).get(9_999)).isEqualTo(10_001);
  }

  @Test
  void aSliceIsWrittenWithoutTheRest() throws IOException {
    try (ArrowBatch batch = numbers(0);
        ArrowBatch slice = batch.slice(5_000, 10)) {
      byte[] bytes = bytes(serializer, slice);
      assertThat(bytes).hasSizeLessThan(600);
      assertThat(((IntVector) read(bytes).vector(0)).get(9)).isEqualTo(5_009);
    }
  }

  @Test
  void aSliceOfViewsIsWrittenWithoutTheOtherTexts() throws IOException {
    ViewVarCharVector texts = new ViewVarCharVector("texts", allocator.arrow());
    texts.allocateNew();
    for (int row = 0; row < 2_000; row++) {
      texts.setSafe(row, ("a text of row number " + row).getBytes(StandardCharsets.UTF_8));
    }
    texts.setValueCount(2_000);
    try (ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(texts));
        ArrowBatch slice = batch.slice(1_500, 10)) {
      byte[] bytes = bytes(serializer, slice);
      assertThat(bytes).hasSizeLessThan(1_500);
      assertThat(read(bytes).vector(0).getObject(9)).hasToString("a text of row number 1509");
    }
  }

  @Test
  void everyTruncationIsAnIoException() throws IOException {
    byte[] bytes;
    try (ArrowBatch batch = nested()) {
      bytes = bytes(serializer, batch);
    }
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(cut)).as("%d bytes", length).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void aFlippedBitIsAnIoExceptionOrHarmless(Compression compression) throws IOException {
    byte[] bytes;
    try (ArrowBatch batch = nested()) {
      bytes = bytes(new ArrowBatchSerializer(compression), batch);
    }
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] broken = bytes.clone();
      broken[at] ^= (byte) (1 << at % 8);
      try {
        ArrowBatch read = read(broken);
        for (int column = 0; column < read.columns(); column++) {
          assertThat(read.vector(column).toString()).isNotEmpty();
        }
      } catch (IOException clear) {
        assertThat(clear)
            .hasCauseInstanceOf(ArrowBridgeException.class)
            .hasMessageContaining("serialized batch");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(50);
  }
}
