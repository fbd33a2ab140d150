package io.pelton.examples.training;

import java.io.IOException;

/** The CSV file is not the UCI Adult file this program knows. */
final class MalformedCsvException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedCsvException(long line, String field, String expected, String found) {
    super(
        "line %d, %s: expected %s, found '%s'; use the UCI Adult file with its header line"
            .formatted(line, field, expected, found));
  }
}
