package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.UnsupportedAvroSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Broken bytes end in one typed error, hold no memory, and leave the rows before alone. */
class MalformedTest extends AllocatorTestBase {
  private static final long LIMIT = 64 << 20;

  @TempDir Path folder;

  private static Schema schema(String json) {
    return AvroSchemas.parse(json.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'string'|'08'|wanted and 0 are left",
        "'string'|'01'|a length of -1",
        "'bytes'|'feffffff0f'|2147483647 bytes are wanted",
        "'bytes'|'feffffffffffffffff01'|9223372036854775807 bytes are wanted",
        "'string'|'02ff'|not UTF-8",
        "'long'|'ffffffffffffffffff02'|more than 64 bits",
        "'int'|'feffffffff0f'|does not fit an int",
        "'boolean'|'02'|a boolean is 0 or 1",
        "'double'|'00000000'|8 bytes are wanted",
        "['null','int']|'04'|index 2 where there are 2",
        "['null','int']|'01'|index -1 where there are 2",
        "{'type':'enum','name':'E','symbols':['A']}|'02'|index 1 where there are 1",
        "{'type':'fixed','name':'F','size':4}|'000000'|4 bytes are wanted",
        "{'type':'array','items':'int'}|'feffffff0f'|2147483647 items",
        "{'type':'array','items':'int'}|'ffffffffffffffffff0100'|items",
        "{'type':'array','items':'int'}|'01fe01'|block of items of 127 bytes",
        "{'type':'array','items':'null'}|'feffffff0f'|items that take no bytes",
        "{'type':'map','values':'null'}|'feffffff0f'|2147483647 items",
        "{'type':'bytes','logicalType':'decimal','precision':4}|'227f00000000000000000000000000000000'|a"
            + " decimal of 17 bytes",
        "'int'|'0000'|1 bytes are left",
      })
  void valuesAreRefusedWithTheirPlace(String type, String hex, String reason) {
    Schema schema = schema(type);
    byte[] value = HexFormat.of().parseHex(hex.replace("'", ""));
    try (AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), allocator)) {
      assertThatThrownBy(() -> decoder.add(value))
          .isInstanceOfSatisfying(
              InvalidAvro.class,
              e -> {
                assertThat(e.row()).isZero();
                assertThat(e.offset()).isBetween(0L, (long) value.length);
              })
          .hasMessageContaining(reason);
      assertThat(decoder.rows()).isZero();
    }
  }

  @Test
  void nestingOfSkippedValuesIsBounded() {
    Schema writer =
        schema(
            "{'type':'record','name':'Top','fields':[{'name':'tree','type':{'type':'record',"
                + "'name':'Tree','fields':[{'name':'child','type':['null','Tree']}]}},"
                + "{'name':'a','type':'int'}]}");
    assertThatThrownBy(() -> AvroDecoder.create(writer, AvroOptions.defaults(), allocator))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("'tree.child'")
        .hasMessageContaining("contains itself");
    AvroOptions options = AvroOptions.defaults().withFields(List.of("a"));
    try (AvroDecoder decoder = AvroDecoder.create(writer, options, allocator)) {
      decoder.add(new byte[] {2, 2, 2, 0, 14});
      byte[] deep = new byte[1 << 20];
      Arrays.fill(deep, (byte) 2);
      assertThatThrownBy(() -> decoder.add(deep))
          .isInstanceOf(InvalidAvro.class)
          .hasMessageContaining("nested");
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(AvroValues.rows(batch)).isEqualTo(List.of(Map.of("a", 7L)));
      }
    }
  }

  @Test
  void schemasAreBounded() {
    assertThatThrownBy(() -> AvroSchemas.parse("[".repeat(100_000)))
        .isInstanceOf(InvalidAvro.class)
        .hasMessageContaining("nested deeper");
    StringBuilder json = new StringBuilder("{'type':'record','name':'R0','fields':[]}");
    for (int i = 1; i < 40; i++) {
      String inner = i == 1 ? json.toString() : "'R" + (i - 1) + "'";
      String first = i == 1 ? inner : json.toString();
      json =
          new StringBuilder(
              "{'type':'record','name':'R"
                  + i
                  + "','fields':[{'name':'a','type':"
                  + first
                  + "},{'name':'b','type':'R"
                  + (i - 1)
                  + "'}]}");
    }
    Schema doubling = schema(json.toString());
    assertThatThrownBy(() -> AvroSchemas.toArrow(doubling))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("columns");
    assertThatThrownBy(() -> schema("{'type':'record'}")).isInstanceOf(InvalidAvro.class);
  }

  @Test
  void memoryIsBoundedByTheAllocator() {
    Schema schema = schema("{'type':'array','items':{'type':'array','items':'null'}}");
    try (ArrowAllocator small = ArrowAllocator.open("small", 1 << 16, "the test's limit");
        AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), small)) {
      AvroOutput value = new AvroOutput();
      value.writeLong(100_000);
      value.write(new byte[100_001]);
      byte[] bytes = Arrays.copyOf(value.array(), value.size());
      decoder.add(new byte[] {0});
      assertThatThrownBy(() -> decoder.add(bytes)).isInstanceOf(AllocationLimitExceeded.class);
      assertThat(decoder.rows()).isEqualTo(1);
      decoder.finish().close();
    }
  }

  /** Truncations at every byte, and bit flips, of values of random schemas. */
  @Test
  void valuesThatAreCutOrFlipped() {
    long first = new Random().nextLong();
    for (int i = 0; i < 300; i++) {
      long seed = first + i;
      try {
        breakValue(new Random(seed));
      } catch (Throwable failure) {
        throw new AssertionError("seed " + seed + "L", failure);
      }
    }
  }

  private void breakValue(Random random) {
    RandomAvro avro = new RandomAvro(random);
    Schema schema = avro.schema();
    Object good = avro.value(schema);
    byte[] value = RandomAvro.bytes(schema, good);
    int kept = 0;
    List<Object> rows = new ArrayList<>();
    try (ArrowAllocator bounded = ArrowAllocator.open("bounded", LIMIT, "the test's limit");
        AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), bounded)) {
      for (int i = 0; i < 40; i++) {
        byte[] broken =
            i % 2 == 0 && value.length > 0
                ? Arrays.copyOf(value, random.nextInt(value.length))
                : flipped(value, random);
        try {
          decoder.add(broken);
          rows.add(null);
        } catch (InvalidAvro e) {
          assertThat(e.offset()).isBetween(0L, (long) broken.length);
        }
        decoder.add(value);
        rows.add(RoundTripTest.row(schema, good));
      }
      try (ArrowBatch batch = decoder.finish()) {
        List<Map<String, Object>> found = AvroValues.rows(batch);
        assertThat(found).hasSameSizeAs(rows);
        for (int row = 0; row < rows.size(); row++) {
          if (rows.get(row) != null) {
            assertThat(found.get(row)).isEqualTo(rows.get(row));
            kept++;
          }
        }
      }
      assertThat(bounded.held()).isLessThan(LIMIT);
    }
    assertThat(kept).isEqualTo(40);
  }

  private static byte[] flipped(byte[] value, Random random) {
    byte[] broken = value.clone();
    for (int flips = 1 + random.nextInt(3); flips > 0 && value.length > 0; flips--) {
      broken[random.nextInt(value.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return broken;
  }

  private byte[] file(AvroCodec codec, long seed) throws IOException {
    RandomAvro avro = new RandomAvro(new Random(seed));
    Schema schema =
        schema(
            "{'type':'record','name':'R','fields':[{'name':'a','type':['null','string']},"
                + "{'name':'b','type':{'type':'array','items':'long'}},"
                + "{'name':'c','type':{'type':'map','values':'double'}}]}");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), allocator)) {
      for (int i = 0; i < 100; i++) {
        decoder.add(RandomAvro.bytes(schema, avro.value(schema)));
      }
      try (ArrowBatch batch = decoder.finish();
          AvroFileWriter writer =
              AvroFileWriter.to(
                  Channels.newChannel(out), "broken", batch.schema(), schema, codec)) {
        writer.write(batch);
        writer.finish();
      }
    }
    return out.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(AvroCodec.class)
  void filesThatAreCutOrFlipped(AvroCodec codec) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] good = file(codec, seed);
    int refused = 0;
    for (int i = 0; i < 150; i++) {
      byte[] bytes =
          i % 2 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : flipped(good, random);
      Path file = Files.write(folder.resolve("broken.avro"), bytes);
      try {
        read(file);
      } catch (ArrowBridgeException e) {
        refused++;
        assertThat(e)
            .as("seed %d", seed)
            .isInstanceOfAny(
                InvalidAvro.class, UnsupportedArrowFile.class, UnsupportedAvroSchema.class);
        assertThat(e.getMessage()).isNotBlank();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + "L, case " + i, e);
      }
    }
    assertThat(refused).as("seed %d", seed).isGreaterThan(75);
  }

  private void read(Path file) {
    try (ArrowAllocator bounded = ArrowAllocator.open("bounded", LIMIT, "the test's limit");
        AvroFileReader reader = AvroFileReader.open(file, AvroOptions.defaults(), bounded)) {
      while (reader.hasNext()) {
        reader.next().close();
      }
    }
  }

  @Test
  void aBlockThatExpandsTooFarIsRefused() throws IOException {
    Schema schema = Schema.create(Schema.Type.BYTES);
    Path file = folder.resolve("bomb.avro");
    byte[] zeros = RandomAvro.bytes(schema, ByteBuffer.wrap(new byte[4 << 20]));
    try (AvroDecoder decoder = AvroDecoder.create(schema, AvroOptions.defaults(), allocator)) {
      decoder.add(zeros);
      try (ArrowBatch batch = decoder.finish();
          AvroFileWriter writer =
              AvroFileWriter.create(file, batch.schema(), AvroCodec.ZSTANDARD)) {
        writer.write(batch);
        writer.finish();
      }
    }
    assertThat(Files.size(file)).isLessThan(10_000);
    try (AvroFileReader reader =
        AvroFileReader.open(file, AvroOptions.defaults().withBlockBytes(1 << 20), allocator)) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(InvalidAvro.class)
          .hasMessageContaining("bomb.avro")
          .hasMessageContaining("withBlockBytes");
      assertThatThrownBy(reader::hasNext)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has failed");
      assertThatThrownBy(() -> reader.skip(1)).isInstanceOf(IllegalStateException.class);
    }
  }
}
