package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The standard's own tests give what is recorded, within their own tolerances, whichever way they
 * are run. What is not supported is told by operators and dtypes, never by a test's name.
 */
class StandardSuiteTest {
  /** Exempt kinds have supported members, too: so many pass at least. */
  private static final int PASSING = 1090;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"compile", "realize"})
  void everyCasePassesOrIsOfAKindThatComesLater(String via) throws IOException {
    Path suite = SharedFolder.require().resolve("onnx-suite");
    Map<String, StandardCase> cases = StandardCase.of(suite);
    Path report = folder.resolve("report.tsv");
    CommandRun.of(
        "verify", suite, "--rtol", "1e-3", "--atol", "1e-7", "--via", via, "--report", report);
    Map<String, String> unexpected = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    int passed = 0;
    for (String line : Files.readAllLines(report)) {
      String[] cells = line.split("\t", -1);
      StandardCase found = cases.get(cells[0].replaceFirst("/test_data_set_\\d+$", ""));
      assertThat(found).as(cells[0]).isNotNull();
      seen.add(found.name());
      if (cells[1].equals("pass")) {
        passed++;
      } else if (!isExpected(found, cells[1], cells[2])) {
        unexpected.put(cells[0], line);
      }
    }
    assertThat(unexpected).isEmpty();
    assertThat(seen).isEqualTo(cases.keySet());
    assertThat(passed).isGreaterThanOrEqualTo(PASSING);
  }

  private static boolean isExpected(StandardCase found, String status, String detail) {
    boolean isOpen = found.isRandom() && detail.startsWith("random numbers can't be compared");
    return status.equals("unsupported") && (isOpen || found.exemption().isPresent());
  }
}
