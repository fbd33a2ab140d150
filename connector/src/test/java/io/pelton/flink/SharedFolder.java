package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the material of tests is. */
public final class SharedFolder {
  private SharedFolder() {}

  /** A file or folder of the shared material; skips the test where there is no such material. */
  public static Path path(String relative) {
    Path shared = Path.of(System.getProperty("pelton.shared", "../../shared"));
    assumeTrue(Files.isDirectory(shared), "pelton.shared: no folder " + shared);
    Path path = shared.resolve(relative);
    assertThat(path).exists();
    return path;
  }

  /** A file of the checkout. */
  public static Path project(String relative) {
    return Path.of(System.getProperty("pelton.root", "..")).resolve(relative);
  }
}
