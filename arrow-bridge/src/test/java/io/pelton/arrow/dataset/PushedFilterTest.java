package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidFilter;
import io.pelton.arrow.Shared;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Substrait filters within the scan, beside the same filters on what was read. */
class PushedFilterTest extends AllocatorTestBase {
  private static DatasetReader.Options scan() {
    return DatasetReader.of(Shared.path("data/vega/flights-3m.parquet"), DatasetFormat.PARQUET);
  }

  private static DatasetReader.Options scan(String filter) {
    return scan().filter(FlightFilters.bytes(filter));
  }

  private static boolean late(ArrowBatch batch, int row) {
    return number(batch, "delay", row) > 60;
  }

  private static boolean nearAtlanta(ArrowBatch batch, int row) {
    return batch.vector("origin").getObject(row).toString().equals("ATL")
        && number(batch, "distance", row) < 500;
  }

  private static long number(ArrowBatch batch, String column, int row) {
    return ((BigIntVector) batch.vector(column)).get(row);
  }

  private List<String> destinations(
      DatasetReader.Options options, BiFunction<ArrowBatch, Integer, Boolean> kept) {
    List<String> found = new ArrayList<>();
    try (DatasetReader reader = options.open(allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          assertThat(batch.rows()).isPositive();
          IntPredicate keep = row -> kept.apply(batch, row);
          try (ArrowBatch rows = batch.select(keep)) {
            for (int row = 0; row < rows.rows(); row++) {
              found.add(String.valueOf(rows.vector("destination").getObject(row)));
            }
          }
        }
      }
    }
    return found;
  }

  /** The filtered columns need not be read. */
  private List<String> pushed(String filter) {
    return destinations(scan(filter).columns(List.of("destination")), (batch, row) -> true);
  }

  @Test
  void theRowsAreThoseOfTheSameFilterAfterReading() {
    assertThat(pushed(FlightFilters.LATE))
        .hasSize(152_194)
        .isEqualTo(
            destinations(scan().columns(List.of("delay", "destination")), PushedFilterTest::late));
    assertThat(pushed(FlightFilters.NEAR_ATLANTA))
        .hasSize(47_613)
        .isEqualTo(
            destinations(
                scan().columns(List.of("origin", "distance", "destination")),
                PushedFilterTest::nearAtlanta));
  }

  @Test
  void theLimitCountsFilteredRows() {
    DatasetReader.Options options =
        scan(FlightFilters.LATE).columns(List.of("destination")).batchRows(1000).limit(150);
    assertThat(destinations(options, (batch, row) -> true))
        .isEqualTo(pushed(FlightFilters.LATE).subList(0, 150));
  }

  @Test
  void theRowsInAllAreNotKnown() {
    try (DatasetReader reader = scan(FlightFilters.LATE).open(allocator)) {
      assertThat(reader.totalRows()).isEmpty();
    }
  }

  @Test
  void aFilterThatNoRowPassesGivesNoBatch() {
    try (DatasetReader reader = scan(FlightFilters.NO_DELAY).open(allocator)) {
      assertThat(reader.schema().getFields()).hasSize(5);
      assertThat(reader.hasNext()).isFalse();
    }
  }

  private void assertRefused(byte[] filter, String reason) {
    assertThatThrownBy(() -> scan().filter(filter).open(allocator))
        .isInstanceOf(InvalidFilter.class)
        .hasMessageContaining("flights-3m.parquet")
        .hasMessageContaining(reason)
        .hasMessageContaining("give one boolean expression");
    assertThat(allocator.held()).isZero();
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        FlightFilters.TWO + "|it has 2 expressions",
        FlightFilters.NONE + "|it has 0 expressions",
        FlightFilters.NO_TRUTH + "|no filter expression",
        FlightFilters.OTHER_TYPE + "|no kernel matching input types",
        FlightFilters.OTHER_ORDER + "|made for the columns [date, distance, delay, origin",
        FlightFilters.MISSING + "|the file has [date, delay, distance, origin, destination]",
        FlightFilters.NO_SUCH_FIELD + "|FieldPath(9)",
        FlightFilters.UNKNOWN_FUNCTION + "|starts_with",
      })
  void whatIsNoFilterOfTheFileIsRefused(String filter, String reason) {
    assertRefused(FlightFilters.bytes(filter), reason);
  }

  @Test
  void whatIsNoExpressionIsRefused() {
    assertRefused(new byte[0], "it has 0 expressions");
    byte[] full = FlightFilters.bytes(FlightFilters.LATE);
    assertRefused(Arrays.copyOf(full, 60), "its bytes are no Substrait ExtendedExpression");
    byte[] text = new byte[64];
    Arrays.fill(text, (byte) 0xff);
    assertRefused(text, "its bytes are no Substrait ExtendedExpression");
  }

  /** Arrow's natives abort the process for an extension of a kind they don't know. */
  @Test
  void anExtensionOfAnUnknownKindIsRefused() {
    byte[] filter = FlightFilters.bytes(FlightFilters.LATE);
    int kind = 2;
    assertThat(filter[kind]).isEqualTo((byte) (3 << 3 | 2));
    filter[kind] = 7 << 3 | 2;
    assertRefused(filter, "its bytes are no Substrait ExtendedExpression");
  }

  @Test
  void whatCantBeCalculatedIsTheFiltersFault() {
    try (DatasetReader reader = scan(FlightFilters.BY_ZERO).open(allocator)) {
      assertThatThrownBy(reader::hasNext)
          .isInstanceOf(InvalidFilter.class)
          .hasMessageContaining("divide by zero");
    }
  }
}
