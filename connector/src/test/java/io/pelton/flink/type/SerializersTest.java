package io.pelton.flink.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.flink.Batches;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Prediction;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.Row;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class SerializersTest {
  private static final TypeInformation<Row> ROWS =
      Types.ROW_NAMED(new String[] {"id", "name"}, Types.LONG, Types.STRING);
  private static final List<String> OUTPUTS =
      List.of("s", "l", "f", "d", "b", "ss", "ls", "fs", "ds", "bs", "m");
  private static final PredictionTypeInfo<Row> PREDICTIONS =
      new PredictionTypeInfo<>(ROWS, OUTPUTS);

  @Test
  void predictionsOfAllClasses() throws IOException {
    Prediction<Row> prediction = prediction();
    TypeSerializer<Prediction<Row>> serializer = serializer(PREDICTIONS);
    assertThat(roundTrip(serializer, prediction)).isEqualTo(prediction);
    assertThat(serializer.copy(prediction)).isEqualTo(prediction);
    assertThat(serializer.copy(prediction).input()).isNotSameAs(prediction.input());
    assertThat(copyBytes(serializer, prediction)).isEqualTo(prediction);
  }

  @Test
  void failedRecords() throws IOException {
    FailedRecord<Row> failed = new FailedRecord<>(Row.of(1L, "a"), "name", "is 'a'");
    TypeSerializer<FailedRecord<Row>> serializer = serializer(new FailedRecordTypeInfo<>(ROWS));
    assertThat(roundTrip(serializer, failed)).isEqualTo(failed);
    assertThat(serializer.copy(failed)).isEqualTo(failed);
    assertThat(copyBytes(serializer, failed)).isEqualTo(failed);
  }

  @Test
  void batchesWithAndWithoutNulls() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("test")) {
      ArrowBatch copy;
      ArrowBatch bytes;
      try (ArrowBatch batch =
          Batches.amounts(allocator, new Float[] {1f, null, 3f}, new String[] {"a", "", null})) {
        TypeSerializer<ArrowBatch> serializer = serializer(ArrowBatchTypeInfo.INSTANCE);
        copy = serializer.copy(batch);
        bytes = copyBytes(serializer, batch);
        assertThat(bytes.schema()).isEqualTo(batch.schema());
      }
      for (ArrowBatch each : List.of(copy, bytes)) {
        assertThat(Batches.rows(each))
            .containsExactly(Row.of(1f, "a"), Row.of(null, ""), Row.of(3f, null));
        each.close();
      }
    }
  }

  @Test
  void slicesOfBatches() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatch batch =
            Batches.amounts(allocator, new Float[] {1f, 2f, 3f}, new String[] {"a", "b", "c"});
        ArrowBatch slice = batch.slice(1, 2)) {
      ArrowBatch read = roundTrip(serializer(ArrowBatchTypeInfo.INSTANCE), slice);
      assertThat(Batches.rows(read)).containsExactly(Row.of(2f, "b"), Row.of(3f, "c"));
    }
  }

  @Test
  void emptyBatches() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatch batch = Batches.amounts(allocator, new Float[0], new String[0])) {
      ArrowBatch read = roundTrip(serializer(ArrowBatchTypeInfo.INSTANCE), batch);
      assertThat(read.rows()).isZero();
      assertThat(read.schema()).isEqualTo(batch.schema());
    }
  }

  @Test
  void aSavepointRestoresThem() throws Exception {
    restores(serializer(PREDICTIONS));
    restores(serializer(new FailedRecordTypeInfo<>(ROWS)));
    restores(serializer(ArrowBatchTypeInfo.INSTANCE));
  }

  @Test
  void aSavepointOfOneCompressionRestoresWithAnother() throws IOException {
    TypeSerializer<ArrowBatch> plain = serializer(ArrowBatchTypeInfo.INSTANCE);
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatch batch =
            Batches.amounts(allocator, new Float[] {1f, null}, new String[] {"a", "b"})) {
      byte[] state = bytes(plain, batch);
      for (Compression compression : Compression.values()) {
        TypeSerializer<ArrowBatch> compressed =
            serializer(ArrowBatchTypeInfo.compressed(compression));
        restores(compressed);
        TypeSerializerSnapshot<ArrowBatch> old = restored(plain);
        assertThat(
                compressed
                    .snapshotConfiguration()
                    .resolveSchemaCompatibility(old)
                    .isCompatibleAsIs())
            .isTrue();
        ArrowBatch read = compressed.deserialize(new DataInputDeserializer(state));
        assertThat(Batches.rows(read)).containsExactly(Row.of(1f, "a"), Row.of(null, "b"));
        ArrowBatch again = plain.deserialize(new DataInputDeserializer(bytes(compressed, batch)));
        assertThat(Batches.rows(again)).containsExactly(Row.of(1f, "a"), Row.of(null, "b"));
      }
    }
  }

  @Test
  void otherOutputsAreAnotherType() {
    TypeSerializer<Prediction<Row>> before = serializer(PREDICTIONS);
    TypeSerializer<Prediction<Row>> after =
        serializer(new PredictionTypeInfo<>(ROWS, List.of("s", "l")));
    assertThat(
            after
                .snapshotConfiguration()
                .resolveSchemaCompatibility(before.snapshotConfiguration())
                .isIncompatible())
        .isTrue();
  }

  @Test
  void typesAndSerializersTravel() throws Exception {
    for (TypeInformation<?> type :
        List.of(
            PREDICTIONS,
            new FailedRecordTypeInfo<>(ROWS),
            ArrowBatchTypeInfo.INSTANCE,
            ArrowBatchTypeInfo.compressed(Compression.ZSTD))) {
      assertThat(InstantiationUtil.clone(type)).isEqualTo(type).hasSameHashCodeAs(type);
      TypeSerializer<?> serializer = serializer(type);
      assertThat(InstantiationUtil.clone(serializer)).isEqualTo(serializer);
      assertThat(serializer.duplicate()).isEqualTo(serializer);
    }
  }

  private static <T> TypeSerializerSnapshot<T> restored(TypeSerializer<T> serializer)
      throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
    return TypeSerializerSnapshot.readVersionedSnapshot(
        new DataInputDeserializer(out.getCopyOfBuffer()), SerializersTest.class.getClassLoader());
  }

  private static <T> void restores(TypeSerializer<T> serializer) throws IOException {
    TypeSerializerSnapshot<T> snapshot = restored(serializer);
    assertThat(snapshot.restoreSerializer()).isEqualTo(serializer);
    assertThat(
            serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(snapshot)
                .isCompatibleAsIs())
        .isTrue();
  }

  private static Prediction<Row> prediction() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put(3L, .1f);
    map.put(7L, .9f);
    return new Prediction<>(
        Row.of(5L, "five"),
        OUTPUTS,
        new Object[] {
          "Grüße",
          1L << 40,
          Float.NaN,
          -0.0,
          true,
          new String[] {"", "b"},
          new long[] {-1},
          new float[] {1, 2},
          new double[0],
          new boolean[] {true, false},
          map
        });
  }

  private static <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
    return type.createSerializer(new SerializerConfigImpl());
  }

  private static <T> T roundTrip(TypeSerializer<T> serializer, T value) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes(serializer, value));
    T read = serializer.deserialize(in);
    assertThat(in.available()).isZero();
    return read;
  }

  private static <T> T copyBytes(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.copy(new DataInputDeserializer(bytes(serializer, value)), out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }

  private static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(value, out);
    return out.getCopyOfBuffer();
  }
}
