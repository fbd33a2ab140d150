package io.pelton.examples.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Reads the UCI Adult CSV file: 14 features and the income, comma separated, without quotes. */
final class AdultCsv {
  /** How the file spells a missing string, and the category that stands for one. */
  static final String MISSING = "?";

  private static final List<String> HEADER =
      List.of(
          "age",
          "workclass",
          "fnlwgt",
          "education",
          "education-num",
          "marital-status",
          "occupation",
          "relationship",
          "race",
          "sex",
          "capital-gain",
          "capital-loss",
          "hours-per-week",
          "native-country",
          AdultTable.INCOME);
  private static final Set<String> NUMERIC =
      Set.of("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week");
  private static final int INCOME_FIELD = HEADER.size() - 1;

  private AdultCsv() {}

  /**
   * Reads every row; fields are trimmed, {@code ?} becomes a missing value.
   *
   * @throws MalformedCsvException when the header, a field count, a number or an income is not what
   *     the UCI file has
   */
  static AdultTable read(Path file) throws IOException {
    List<String[]> rows = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String header = reader.readLine();
      if (header == null || !List.of(split(header)).equals(HEADER)) {
        throw new MalformedCsvException(1, "header", String.join(",", HEADER), header);
      }
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        rows.add(checked(split(line), line, rows.size() + 2L));
      }
    }
    return table(rows);
  }

  private static String[] split(String line) {
    return Arrays.stream(line.split(",", -1)).map(String::trim).toArray(String[]::new);
  }

  private static String[] checked(String[] fields, String line, long lineNumber)
      throws MalformedCsvException {
    if (fields.length != HEADER.size()) {
      throw new MalformedCsvException(lineNumber, "row", HEADER.size() + " fields", line);
    }
    String income = fields[INCOME_FIELD];
    if (!income.equals(AdultTable.LOW_INCOME) && !income.equals(AdultTable.HIGH_INCOME)) {
      String expected = AdultTable.LOW_INCOME + " or " + AdultTable.HIGH_INCOME;
      throw new MalformedCsvException(lineNumber, AdultTable.INCOME, expected, income);
    }
    return fields;
  }

  private static AdultTable table(List<String[]> rows) throws MalformedCsvException {
    List<FeatureColumn> features = new ArrayList<>();
    for (int field = 0; field < INCOME_FIELD; field++) {
      features.add(NUMERIC.contains(HEADER.get(field)) ? numbers(rows, field) : texts(rows, field));
    }
    String[] income = rows.stream().map(fields -> fields[INCOME_FIELD]).toArray(String[]::new);
    boolean[] heldOut = new boolean[rows.size()];
    for (int row = 0; row < heldOut.length; row++) {
      heldOut[row] = HoldOut.contains(rows.get(row));
    }
    return new AdultTable(List.copyOf(features), income, heldOut);
  }

  private static FeatureColumn numbers(List<String[]> rows, int field)
      throws MalformedCsvException {
    float[] values = new float[rows.size()];
    for (int row = 0; row < values.length; row++) {
      String text = rows.get(row)[field];
      try {
        values[row] = text.equals(MISSING) ? Float.NaN : Float.parseFloat(text);
      } catch (NumberFormatException e) {
        MalformedCsvException malformed =
            new MalformedCsvException(row + 2L, HEADER.get(field), "a number", text);
        malformed.initCause(e);
        throw malformed;
      }
    }
    return new FeatureColumn.Numbers(HEADER.get(field), values);
  }

  private static FeatureColumn texts(List<String[]> rows, int field) {
    String[] values =
        rows.stream()
            .map(fields -> fields[field].equals(MISSING) ? null : fields[field])
            .toArray(String[]::new);
    return new FeatureColumn.Texts(HEADER.get(field), values);
  }
}
