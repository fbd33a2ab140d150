package io.pelton.examples.training;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files outside the project that a test needs. */
final class SharedFolder {
  static final String REASON = "no data/adult.csv in the folder of -Dpelton.shared";

  private SharedFolder() {}

  /** Condition of the tests that train. */
  static boolean hasAdultCsv() {
    return Files.isRegularFile(adultCsv());
  }

  static Path adultCsv() {
    return Path.of(System.getProperty("pelton.shared", "../../../shared"), "data", "adult.csv");
  }
}
