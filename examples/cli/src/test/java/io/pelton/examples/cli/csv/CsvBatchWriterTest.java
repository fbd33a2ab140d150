package io.pelton.examples.cli.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.examples.cli.console.BadRequest;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecTZVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.complex.writer.BaseWriter.StructWriter;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class CsvBatchWriterTest {
  private static final ArrowType TEXT = new ArrowType.Utf8();
  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  private static String text(ArrowBatch batch, CsvDialect dialect) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (CsvBatchWriter writer = new CsvBatchWriter(out, "out.csv", batch.schema(), dialect)) {
      writer.write(batch);
      assertThat(writer.rows()).isEqualTo(batch.rows());
      writer.finish();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String text(CsvDialect dialect, Schema schema, List<List<Object>> rows) {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, schema, rows.size())) {
      for (List<Object> row : rows) {
        builder.startRow();
        for (int column = 0; column < row.size(); column++) {
          builder.setValue(column, row.get(column));
        }
        builder.endRow();
      }
      try (ArrowBatch batch = builder.finish()) {
        return text(batch, dialect);
      }
    }
  }

  /** The second line of a file with one column and one row. */
  private static <V extends FieldVector> String cell(
      ArrowType type, List<Field> children, Consumer<V> fill) {
    Schema schema = new Schema(List.of(new Field("x", FieldType.nullable(type), children)));
    try (ArrowAllocator allocator = ArrowAllocator.open("test")) {
      VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator.arrow());
      @SuppressWarnings("unchecked")
      V vector = (V) root.getVector(0);
      vector.allocateNew();
      fill.accept(vector);
      root.setRowCount(1);
      try (ArrowBatch batch = ArrowBatch.of(root)) {
        return text(batch, CsvDialect.commas()).split("\r\n")[1];
      }
    }
  }

  private static <V extends FieldVector> String cell(ArrowType type, Consumer<V> fill) {
    return cell(type, List.of(), fill);
  }

  @Test
  void whatItWritesReadsBack() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String[] snippets = {
      "", "\"", ",", "\n", "\r\n", "NA", " ", "a", "\u00e9\u4e2d", "\ud83d\ude00"
    };
    for (CsvDialect dialect :
        List.of(
            CsvDialect.commas(), new CsvDialect(';', '\'', "NA"), new CsvDialect('a', '"', "-"))) {
      Schema schema =
          new Schema(
              List.of(
                  Field.nullable("x,\"", TEXT),
                  Field.nullable("d;'", DOUBLE),
                  Field.nullable("f", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
                  Field.nullable("i", new ArrowType.Int(64, true)),
                  Field.nullable("u", new ArrowType.Int(16, false)),
                  Field.nullable("b", new ArrowType.Bool())));
      List<List<Object>> rows = new ArrayList<>();
      for (int row = 0; row < 300; row++) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
          text.append(snippets[random.nextInt(snippets.length)]);
        }
        Object[] cells = {
          text.toString(),
          Double.longBitsToDouble(random.nextLong()),
          Float.intBitsToFloat(random.nextInt()),
          random.nextLong(),
          random.nextInt(1 << 16),
          random.nextBoolean()
        };
        if (random.nextInt(3) == 0) {
          cells[random.nextInt(cells.length)] = null;
        }
        rows.add(Arrays.asList(cells));
      }
      ArrowType[] types = schema.getFields().stream().map(Field::getType).toArray(ArrowType[]::new);
      CsvRows read = Csv.rows(text(dialect, schema, rows), dialect);
      assertThat(read.names())
          .as("seed %d", seed)
          .isEqualTo(schema.getFields().stream().map(Field::getName).toList());
      List<List<Object>> found = Csv.cells(read, dialect, 100, types);
      assertThat(found).hasSameSizeAs(rows);
      for (int row = 0; row < rows.size(); row++) {
        List<Object> expected = new ArrayList<>(rows.get(row));
        if (expected.get(4) != null) {
          expected.set(4, (char) (int) expected.get(4));
        }
        assertThat(found.get(row)).as("seed %d, row %d", seed, row).isEqualTo(expected);
      }
    }
  }

  @Test
  void followsTheStandard() {
    Schema schema = new Schema(List.of(Field.nullable("a", TEXT), Field.nullable("b c", TEXT)));
    assertThat(
            text(
                CsvDialect.commas(),
                schema,
                List.of(
                    List.of("x", "say \"hi\""), Arrays.asList("", null), List.of("1\r\n2", "3,4"))))
        .isEqualTo("a,b c\r\nx,\"say \"\"hi\"\"\"\r\n\"\",\r\n\"1\r\n2\",\"3,4\"\r\n");
  }

  @Test
  void allTypesThatHaveATextHaveOne() {
    assertThat(
            CsvBatchWriterTest.<UInt8Vector>cell(new ArrowType.Int(64, false), v -> v.set(0, -1)))
        .isEqualTo("18446744073709551615");
    assertThat(
            CsvBatchWriterTest.<DecimalVector>cell(
                new ArrowType.Decimal(20, 3, 128), v -> v.set(0, new BigDecimal("-12000.500"))))
        .isEqualTo("-12000.500");
    assertThat(
            CsvBatchWriterTest.<DateDayVector>cell(
                new ArrowType.Date(DateUnit.DAY), v -> v.set(0, -1)))
        .isEqualTo("1969-12-31");
    assertThat(
            CsvBatchWriterTest.<TimeMilliVector>cell(
                new ArrowType.Time(TimeUnit.MILLISECOND, 32), v -> v.set(0, 45_296_007)))
        .isEqualTo("12:34:56.007");
    assertThat(
            CsvBatchWriterTest.<TimeStampNanoVector>cell(
                new ArrowType.Timestamp(TimeUnit.NANOSECOND, null), v -> v.set(0, -1)))
        .isEqualTo("1969-12-31T23:59:59.999999999");
    assertThat(
            CsvBatchWriterTest.<TimeStampSecTZVector>cell(
                new ArrowType.Timestamp(TimeUnit.SECOND, "Asia/Shanghai"),
                v -> v.set(0, 1_767_196_800)))
        .isEqualTo("2025-12-31T16:00:00Z");
    assertThat(
            CsvBatchWriterTest.<VarBinaryVector>cell(
                new ArrowType.Binary(), v -> v.setSafe(0, new byte[] {1, -1})))
        .isEqualTo("Af8=");
  }

  @Test
  void nestedValuesAreJson() {
    assertThat(
            CsvBatchWriterTest.<ListVector>cell(
                new ArrowType.List(),
                List.of(Field.nullable("item", DOUBLE)),
                v -> {
                  UnionListWriter writer = v.getWriter();
                  writer.startList();
                  writer.writeFloat8(0.1);
                  writer.writeNull();
                  writer.writeFloat8(Double.NaN);
                  writer.endList();
                }))
        .isEqualTo("\"[0.1,null,\"\"NaN\"\"]\"");
    Field key = new Field("key", FieldType.notNullable(TEXT), List.of());
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(new ArrowType.Struct()),
            List.of(key, Field.nullable("value", INT)));
    assertThat(
            CsvBatchWriterTest.<MapVector>cell(
                new ArrowType.Map(false),
                List.of(entries),
                v -> {
                  UnionMapWriter writer = v.getWriter();
                  writer.startMap();
                  writer.startEntry();
                  writer.key().varChar().writeVarChar("<=\"5\"\t");
                  writer.value().integer().writeInt(7);
                  writer.endEntry();
                  writer.endMap();
                }))
        .isEqualTo("\"{\"\"<=\\\"\"5\\\"\"\\t\"\":7}\"");
    assertThat(
            CsvBatchWriterTest.<StructVector>cell(
                new ArrowType.Struct(),
                List.of(Field.nullable("a", INT), Field.nullable("b", TEXT)),
                v -> {
                  StructWriter writer = v.getWriter();
                  writer.start();
                  writer.integer("a").writeInt(1);
                  writer.varChar("b").writeVarChar("x");
                  writer.end();
                }))
        .isEqualTo("\"{\"\"a\"\":1,\"\"b\"\":\"\"x\"\"}\"");
  }

  @Test
  void encodedColumnsAreWrittenAsTheirValues() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    Field field = new Field("x", new FieldType(true, INT, encoding), List.of());
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        VarCharVector values = new VarCharVector("x", allocator.arrow())) {
      values.setSafe(0, "no".getBytes(StandardCharsets.UTF_8));
      values.setSafe(1, "yes".getBytes(StandardCharsets.UTF_8));
      values.setNull(2);
      values.setValueCount(3);
      VectorSchemaRoot root =
          VectorSchemaRoot.create(new Schema(List.of(field)), allocator.arrow());
      IntVector indices = (IntVector) root.getVector(0);
      int[] rows = {1, 0, 2, 1};
      for (int row = 0; row < rows.length; row++) {
        indices.setSafe(row, rows[row]);
      }
      indices.setNull(4);
      root.setRowCount(5);
      try (ArrowBatch batch =
          ArrowBatch.of(root, new MapDictionaryProvider(new Dictionary(values, encoding)))) {
        assertThat(text(batch, new CsvDialect(',', '"', "-")))
            .isEqualTo("x\r\nyes\r\nno\r\n-\r\nyes\r\n-\r\n");
      }
    }
  }

  @Test
  void whatHasNoTextIsRefused() {
    Field intervals =
        new Field(
            "gaps",
            FieldType.nullable(new ArrowType.List()),
            List.of(Field.nullable("item", new ArrowType.Interval(IntervalUnit.DAY_TIME))));
    assertThatThrownBy(
            () ->
                new CsvBatchWriter(
                    new ByteArrayOutputStream(),
                    "out.csv",
                    new Schema(List.of(intervals)),
                    CsvDialect.commas()))
        .isInstanceOf(BadRequest.class)
        .hasMessageContaining("'gaps'")
        .hasMessageContaining("--keep");
    assertThatThrownBy(
            () ->
                CsvBatchWriterTest.<TimeStampSecVector>cell(
                    new ArrowType.Timestamp(TimeUnit.SECOND, null), v -> v.set(0, Long.MAX_VALUE)))
        .isInstanceOf(BadRequest.class)
        .hasMessageStartingWith("column 'x', row 0 has no date or time");
    Schema schema = new Schema(List.of(Field.nullable("a", TEXT)));
    CsvDialect bare = new CsvDialect('\t', null, "");
    assertThat(text(bare, schema, List.of(List.of("\"x\"")))).isEqualTo("a\r\n\"x\"\r\n");
    assertThatThrownBy(() -> text(bare, schema, List.of(List.of("x\ty"))))
        .isInstanceOf(BadRequest.class)
        .hasMessageContaining("column 'a', row 0 would have to be quoted");
  }

  @Test
  void batchesOfOneSchemaMakeAFile() {
    Schema schema = new Schema(List.of(Field.nullable("a", new ArrowType.Int(64, true))));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        CsvBatchWriter writer = new CsvBatchWriter(out, "out.csv", schema, CsvDialect.commas())) {
      for (int i = 0; i < 3; i++) {
        BigIntVector vector = new BigIntVector("a", allocator.arrow());
        vector.setSafe(0, i);
        vector.setValueCount(1);
        try (ArrowBatch batch = ArrowBatch.of(new VectorSchemaRoot(schema, List.of(vector), 1))) {
          writer.write(batch);
        }
      }
      assertThat(writer.rows()).isEqualTo(3);
      writer.finish();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\r\n0\r\n1\r\n2\r\n");
  }
}
