package io.pelton.examples.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Material outside the project. */
public final class SharedFolder {
  private SharedFolder() {}

  /** Skips the test where there is no shared folder. */
  public static Path require() {
    Path folder = Path.of(System.getProperty("pelton.shared", "../../../shared"));
    assumeTrue(Files.isDirectory(folder), "pelton.shared: there is no folder " + folder);
    return folder;
  }
}
