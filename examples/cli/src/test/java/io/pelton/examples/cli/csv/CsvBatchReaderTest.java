package io.pelton.examples.cli.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.examples.cli.console.BadRequest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvBatchReaderTest {
  private static final ArrowType TEXT = new ArrowType.Utf8();
  private static final ArrowType REAL = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType SHORT = new ArrowType.Int(16, true);
  private static final ArrowType BYTE = new ArrowType.Int(8, false);
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType TRUTH = new ArrowType.Bool();

  private static List<List<Object>> read(String text, ArrowType... types) {
    return Csv.cells(Csv.rows(text, CsvDialect.commas()), CsvDialect.commas(), 2, types);
  }

  @Test
  void readsCellsAsWhatTheirColumnsAre() {
    assertThat(
            read(
                """
                a,b,c,d,e
                0.1,-7,x,true,255\r
                1e3 ,+32767,"a ""b"",
                c",0,0
                -Infinity,39.0, y ,FALSE,1
                .5, -3.2768e4,,1,"12"
                5.,,"",,
                nan,"",NULL,,2\
                """,
                REAL,
                SHORT,
                TEXT,
                TRUTH,
                BYTE))
        .containsExactly(
            List.of(0.1, (short) -7, "x", true, (byte) 255),
            List.of(1000.0, (short) 32767, "a \"b\",\nc", false, (byte) 0),
            List.of(Double.NEGATIVE_INFINITY, (short) 39, " y ", false, (byte) 1),
            Arrays.asList(0.5, (short) -32768, null, true, (byte) 12),
            Arrays.asList(5.0, null, "", null, null),
            Arrays.asList(Double.NaN, null, "NULL", null, (byte) 2));
  }

  @ParameterizedTest
  @CsvSource({
    "a,x,a number",
    "a,1d,a number",
    "a,0x10,a number",
    "a,1e,a number",
    "a,.,a number",
    "a,-,a number",
    "a,1 2,a number",
    "b,1.5,an integer of 16 bits",
    "b,32768,an integer of 16 bits",
    "b,-32769,an integer of 16 bits",
    "b,1e999999999,an integer of 16 bits",
    "b,99999999999999999999,an integer of 16 bits",
    "c,-1,an integer from 0 on of 8 bits",
    "c,256,an integer from 0 on of 8 bits",
    "d,yes,'true, false, 1 or 0'"
  })
  void aCellThatIsNoSuchValueIsLocated(String column, String cell, String expected) {
    String[] cells = {"1", "1", "1", "1"};
    cells["abcd".indexOf(column)] = cell;
    String text = "a,b,c,d\n\n1,2,3,0\n" + String.join(",", cells) + "\n";
    assertThatThrownBy(() -> read(text, REAL, SHORT, BYTE, TRUTH))
        .isInstanceOf(BadRequest.class)
        .hasMessage(
            "'in.csv', line 4: column '%s': expected %s, found '%s'", column, expected, cell);
  }

  @Test
  void longBadCellsAreShownInPart() {
    assertThatThrownBy(() -> read("a\n\"x\n" + "y".repeat(1000) + "\"", REAL))
        .hasMessageStartingWith("'in.csv', line 2: column 'a': expected a number, found 'x y")
        .hasMessageEndingWith("y...'")
        .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(150));
  }

  @Test
  void badCellsCanBeNullsThatAreCounted() {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        CsvBatchReader reader =
            new CsvBatchReader(
                Csv.rows("a,b\n1,x\n?,2\n3,-\n", CsvDialect.commas()),
                List.of(
                    new CsvColumn(1, Field.nullable("b", REAL)),
                    new CsvColumn(0, Field.nullable("a", LONG))),
                "",
                BadCells.NULL,
                10,
                allocator)) {
      try (ArrowBatch batch = reader.next()) {
        assertThat(batch.vector("b").getObject(0)).isNull();
        assertThat(batch.vector("b").getObject(1)).isEqualTo(2.0);
        assertThat(batch.vector("a").getObject(1)).isNull();
        assertThat(batch.vector("a").getObject(2)).isEqualTo(3L);
      }
      assertThat(reader.badCells()).isEqualTo(3);
      assertThat(reader.firstBadCell())
          .isEqualTo("line 2, column 'b': expected a number, found 'x'");
    }
  }

  @Test
  void otherDialects() {
    CsvDialect semicolons = new CsvDialect(';', '\'', "NA", false);
    assertThat(
            Csv.cells(
                Csv.rows("a;b\n1;'x;y'\nNA;NA\n'NA';'NA'\n3;\n", semicolons),
                semicolons,
                2,
                REAL,
                TEXT))
        .containsExactly(
            List.of(1.0, "x;y"),
            Arrays.asList(null, null),
            Arrays.asList(null, "NA"),
            List.of(3.0, ""));
    CsvDialect tabs = new CsvDialect('\t', null, "", false);
    assertThat(Csv.cells(Csv.rows("a\tb\n1\t\"x\"\n", tabs), tabs, 2, REAL, TEXT))
        .containsExactly(List.of(1.0, "\"x\""));
    CsvDialect trimmed = new CsvDialect(',', '"', "?", true);
    assertThat(
            Csv.cells(
                Csv.rows("a, b\n 1 , x y \n ?,\t?\n 2, \" z \"\n", trimmed),
                trimmed,
                5,
                REAL,
                TEXT))
        .containsExactly(List.of(1.0, "x y"), Arrays.asList(null, null), List.of(2.0, " z "));
    assertThatThrownBy(() -> new CsvDialect('"', '"', "", false)).hasMessageContaining("both");
    assertThatThrownBy(() -> new CsvDialect('\n', '"', "", false)).hasMessageContaining("line end");
    assertThatThrownBy(() -> new CsvDialect(',', '"', "a,b", false)).hasMessageContaining("a,b");
  }

  @Test
  void columnsWithoutAHeaderHaveTheirPositionsForNames() {
    CsvRows rows =
        CsvRows.open(
            "in.csv",
            new ByteArrayInputStream("5,x\n6,y\n".getBytes(StandardCharsets.UTF_8)),
            CsvDialect.commas(),
            false);
    assertThat(rows.names()).containsExactly("1", "2");
    assertThat(Csv.cells(rows, CsvDialect.commas(), 1, REAL, TEXT))
        .containsExactly(List.of(5.0, "x"), List.of(6.0, "y"));
  }

  @Test
  void batchesEndAtTheirRowsAndWhereTextIsLong() {
    String megabytes = "x".repeat(10 << 20);
    StringBuilder text = new StringBuilder("a\n");
    for (int row = 0; row < 9; row++) {
      text.append(megabytes).append('\n');
    }
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        CsvBatchReader reader =
            new CsvBatchReader(
                Csv.rows(text.toString(), CsvDialect.commas()),
                List.of(new CsvColumn(0, Field.nullable("a", TEXT))),
                "",
                BadCells.FAIL,
                8,
                allocator)) {
      int[] sizes = new int[2];
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          sizes[reader.position() - 1] = batch.rows();
        }
      }
      assertThat(sizes).containsExactly(7, 2);
      assertThatThrownBy(reader::next).hasMessageContaining("no more rows");
    }
  }

  @Test
  void rowsOfAnotherWidthAreLocated() {
    String text = "a,b\n\"1\n1\",2\n3\n";
    assertThatThrownBy(() -> read(text, TEXT, TEXT))
        .isInstanceOf(BadRequest.class)
        .hasMessageStartingWith("'in.csv', line 4: 1 cells, but there are 2 columns");
    assertThatThrownBy(() -> read("a,b\n1,2,3\n", TEXT, TEXT))
        .hasMessageStartingWith("'in.csv', line 2: 3 cells, but there are 2 columns");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileOfNothingHasNoColumns(boolean hasHeader) {
    assertThatThrownBy(
            () ->
                CsvRows.open(
                    "in.csv",
                    new ByteArrayInputStream(new byte[0]),
                    CsvDialect.commas(),
                    hasHeader))
        .isInstanceOf(BadRequest.class)
        .hasMessageStartingWith("'in.csv' is empty");
  }

  @Test
  void brokenTextIsLocated() {
    assertThatThrownBy(() -> read("a,b\n1,2\n3,\"x\n4,5\n", TEXT, TEXT))
        .hasMessage("'in.csv', line 3: a quote is not closed before the end of the file");
    assertThatThrownBy(() -> read("a,b\n1,\"2\"3\n", TEXT, TEXT))
        .hasMessage(
            "'in.csv', line 2: something stands between a closing quote and the next delimiter");
    assertThatThrownBy(() -> read("a,b,a\n1,2,3\n", TEXT, TEXT, TEXT))
        .hasMessageStartingWith("'in.csv', line 1: two columns are named 'a'");
    byte[] latin = "a\nx\ny\nz\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(
            () -> Csv.cells(Csv.rows(latin, CsvDialect.commas()), CsvDialect.commas(), 1, TEXT))
        .hasMessageStartingWith("'in.csv', line 4: expected UTF-8, found the byte 0xE9 at byte 7");
    byte[] wide = "a\nx\n".getBytes(StandardCharsets.UTF_16LE);
    wide[0] = (byte) 0xFF;
    assertThatThrownBy(() -> Csv.rows(wide, CsvDialect.commas()))
        .hasMessageStartingWith("'in.csv', line 1: expected UTF-8, found the byte 0xFF at byte 0");
  }

  @Test
  void aQuoteThatIsNeverClosedDoesNotFillTheMemory() {
    byte[] text = new byte[1 << 26];
    Arrays.fill(text, (byte) 'x');
    System.arraycopy("a\n\"".getBytes(StandardCharsets.UTF_8), 0, text, 0, 3);
    assertThatThrownBy(() -> Csv.rows(text, CsvDialect.commas()).next())
        .isInstanceOf(BadRequest.class)
        .hasMessageStartingWith("'in.csv', line 2: a row of more than 16,777,216 characters");
  }
}
