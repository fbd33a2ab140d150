package io.pelton.examples.cli.csv;

import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;

/**
 * How cells are told apart.
 *
 * @param quote around cells that hold delimiters or line ends; null for none
 * @param nullText what stands for a null; the same text in quotes is text
 */
public record CsvDialect(char delimiter, Character quote, String nullText) {
  /**
   * @throws IllegalArgumentException where the characters can't be told apart
   */
  public CsvDialect {
    Objects.requireNonNull(nullText);
    checkMark("delimiter", delimiter);
    if (quote != null) {
      checkMark("quote", quote);
      if (quote == delimiter) {
        throw new IllegalArgumentException("delimiter and quote are both '" + quote + "'");
      }
    }
    if (nullText.indexOf(delimiter) >= 0
        || nullText.indexOf('\n') >= 0
        || nullText.indexOf('\r') >= 0
        || (quote != null && nullText.indexOf(quote) >= 0)) {
      throw new IllegalArgumentException(
          "the text of nulls '" + nullText + "' has a delimiter, a quote or a line end in it");
    }
  }

  private static void checkMark(String name, char mark) {
    if (mark == '\n' || mark == '\r') {
      throw new IllegalArgumentException("the " + name + " is a line end");
    }
  }

  /** Commas and double quotes; nulls are empty. */
  public static CsvDialect commas() {
    return new CsvDialect(',', '"', "");
  }

  /** For reading: null text in quotes is text, and empty lines are rows. */
  CSVFormat format() {
    return CSVFormat.Builder.create(CSVFormat.RFC4180)
        .setDelimiter(delimiter)
        .setQuote(quote)
        .setQuoteMode(QuoteMode.ALL_NON_NULL)
        .setNullString(nullText)
        .setIgnoreEmptyLines(false)
        .get();
  }
}
