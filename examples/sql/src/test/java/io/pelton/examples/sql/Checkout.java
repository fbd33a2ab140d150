package io.pelton.examples.sql;

import java.nio.file.Path;

/** Where things are. */
final class Checkout {
  static final Path ROOT = Path.of(System.getProperty("pelton.root")).toAbsolutePath().normalize();
  static final Path SQL = ROOT.resolve("examples").resolve("sql");
  static final Path JOBS = ROOT.resolve("examples").resolve("jobs");
  static final Path SHARED =
      Path.of(System.getProperty("pelton.shared")).toAbsolutePath().normalize();

  private Checkout() {}

  /** The one jar that users add; integration tests have it. */
  static Path jar() {
    return Path.of(System.getProperty("pelton.sql.jar"));
  }
}
