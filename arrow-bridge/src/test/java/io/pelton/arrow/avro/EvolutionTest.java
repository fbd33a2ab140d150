package io.pelton.arrow.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.UnsupportedAvroSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one schema wrote is read as another as Avro reads it. */
class EvolutionTest extends AllocatorTestBase {
  private static final int VALUES = 30;

  private static Schema record(String fields) {
    return AvroSchemas.parse(
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields.replace('\'', '"') + "]}");
  }

  /** Random values of the writer's, as batch and as Avro has them. */
  private List<Map<String, Object>> checked(Schema writer, Schema reader, boolean asRecords)
      throws IOException {
    RandomAvro random = new RandomAvro(new Random(7));
    List<Object> expected = new ArrayList<>();
    try (AvroDecoder decoder =
        AvroDecoder.create(
            asRecords ? reader : writer, AvroOptions.defaults().withReader(reader), allocator)) {
      for (int i = 0; i < VALUES; i++) {
        Object value = random.value(writer);
        byte[] bytes = RandomAvro.bytes(writer, value);
        if (asRecords) {
          decoder.add((IndexedRecord) value);
        } else {
          decoder.add(bytes);
        }
        Object read =
            new GenericDatumReader<>(writer, reader)
                .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
        expected.add(RoundTripTest.row(reader, read));
      }
      try (ArrowBatch batch = decoder.finish()) {
        List<Map<String, Object>> rows = AvroValues.rows(batch);
        assertThat(rows).isEqualTo(expected);
        return rows;
      }
    }
  }

  private void check(String writer, String reader) throws IOException {
    checked(record(writer), record(reader), false);
    checked(record(writer), record(reader), true);
  }

  @Test
  void fieldsAreAddedDroppedReorderedAndRenamed() throws IOException {
    check(
        "{'name':'a','type':'string'},{'name':'b','type':'int'},{'name':'c','type':'bytes'}",
        "{'name':'added','type':'double','default':1.5},{'name':'c','type':'bytes'},"
            + "{'name':'z','aliases':['a'],'type':'string'},"
            + "{'name':'none','type':['null','string'],'default':null},"
            + "{'name':'list','type':{'type':'array','items':'int'},'default':[1,2]},"
            + "{'name':'inner','type':{'type':'record','name':'I','fields':["
            + "{'name':'p','type':'string','default':'q'}]},'default':{'p':'r'}}");
  }

  @ParameterizedTest
  @CsvSource({
    "int, long",
    "int, float",
    "int, double",
    "long, float",
    "long, double",
    "float, double",
    "string, bytes",
    "bytes, bytes",
    "int, int"
  })
  void typesArePromoted(String from, String to) throws IOException {
    check("{'name':'a','type':'" + from + "'}", "{'name':'a','type':'" + to + "'}");
    check("{'name':'a','type':'" + from + "'}", "{'name':'a','type':['null','" + to + "']}");
    check(
        "{'name':'a','type':['" + from + "','null']}", "{'name':'a','type':['null','" + to + "']}");
    check(
        "{'name':'a','type':{'type':'map','values':'" + from + "'}}",
        "{'name':'a','type':{'type':'map','values':'" + to + "'}}");
  }

  @Test
  void unionsMeetUnions() throws IOException {
    check(
        "{'name':'a','type':['int','string','null']}",
        "{'name':'a','type':['null','double','string','boolean']}");
    check("{'name':'a','type':'int'}", "{'name':'a','type':['string','long']}");
    check("{'name':'a','type':['null','int']}", "{'name':'a','type':['int','null']}");
  }

  @Test
  void anUnknownSymbolIsTheReadersDefault() throws IOException {
    check(
        "{'name':'a','type':{'type':'enum','name':'E','symbols':['A','B','C','D']}}",
        "{'name':'a','type':{'type':'enum','name':'E','symbols':['C','A','X'],'default':'X'}}");
  }

  @Test
  void anUnknownSymbolWithoutADefaultIsBad() {
    Schema writer = record("{'name':'a','type':{'type':'enum','name':'E','symbols':['A','B']}}");
    Schema reader = record("{'name':'a','type':{'type':'enum','name':'E','symbols':['A']}}");
    try (AvroDecoder decoder =
        AvroDecoder.create(writer, AvroOptions.defaults().withReader(reader), allocator)) {
      decoder.add(new byte[] {0});
      assertThatThrownBy(() -> decoder.add(new byte[] {2}))
          .isInstanceOf(InvalidAvro.class)
          .hasMessageContaining("record 1")
          .hasMessageContaining("no symbol 'B' and no default");
      decoder.finish().close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'string'|'int'|can't be read as int|a",
        "['null','int']|'int'||",
        "{'type':'fixed','name':'F','size':2}|{'type':'fixed','name':'F','size':3}|has 2 bytes|a",
        "{'type':'fixed','name':'F','size':2}|{'type':'fixed','name':'G','size':2}|no alias|a",
      })
  void whatNeverFitsIsRefusedAtOnce(String from, String to, String reason, String path) {
    Schema writer = record("{'name':'a','type':" + from + "}");
    Schema reader = record("{'name':'a','type':" + to + "}");
    AvroOptions options = AvroOptions.defaults().withReader(reader);
    if (reason == null) {
      try (AvroDecoder decoder = AvroDecoder.create(writer, options, allocator)) {
        decoder.add(new byte[] {2, 4});
        assertThatThrownBy(() -> decoder.add(new byte[] {0}))
            .isInstanceOf(InvalidAvro.class)
            .hasMessageContaining("the writer's null can't be read as int");
        assertThat(decoder.rows()).isEqualTo(1);
      }
    } else {
      assertThatThrownBy(() -> AvroDecoder.create(writer, options, allocator))
          .isInstanceOfSatisfying(
              UnsupportedAvroSchema.class, e -> assertThat(e.path()).isEqualTo(path))
          .hasMessageContaining(reason);
    }
  }

  @Test
  void missingFieldsWithoutDefaultsAreNamed() {
    Schema writer = record("{'name':'a','type':'int'}");
    Schema reader = record("{'name':'a','type':'int'},{'name':'b','type':'int'}");
    assertThatThrownBy(
            () -> AvroDecoder.create(writer, AvroOptions.defaults().withReader(reader), allocator))
        .isInstanceOf(UnsupportedAvroSchema.class)
        .hasMessageContaining("has no fields [b]");
  }

  @Test
  void onlyChosenFieldsAreRead() {
    Schema schema =
        record(
            "{'name':'skipped','type':{'type':'map','values':['null','double']}},"
                + "{'name':'in','type':['null',{'type':'record','name':'I','fields':["
                + "{'name':'p','type':'int'},{'name':'q','type':'string'}]}]},"
                + "{'name':'more','type':{'type':'array','items':'I'}},"
                + "{'name':'last','type':'boolean'}");
    RandomAvro random = new RandomAvro(new Random(3));
    List<Map<String, Object>> expected = new ArrayList<>();
    try (AvroDecoder decoder =
        AvroDecoder.create(
            schema, AvroOptions.defaults().withFields(List.of("last", "in.q")), allocator)) {
      assertThat(decoder.schema()).isEqualTo(AvroSchemas.toArrow(schema, List.of("last", "in.q")));
      for (int i = 0; i < VALUES; i++) {
        IndexedRecord value = (IndexedRecord) random.value(schema);
        decoder.add(RandomAvro.bytes(schema, value));
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("last", value.get(3));
        row.put("in.q", value.get(1) == null ? null : ((IndexedRecord) value.get(1)).get(1));
        expected.add(row);
      }
      try (ArrowBatch batch = decoder.finish()) {
        assertThat(AvroValues.rows(batch)).isEqualTo(expected);
      }
    }
  }
}
