package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on realizing names tests and errors that are there, and leaves none out. */
class RealizePageTest {
  private static final Path ROOT = Path.of(System.getProperty("pelton.root", "../.."));
  private static final Path PAGE = ROOT.resolve("docs/realize.md");
  private static final List<String> PACKAGES =
      List.of("io.pelton.cpu.realize", "io.pelton.cpu.control");
  private static final int ENTRY_POINTS = 15;

  private static List<String> rows() throws IOException {
    return Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| `")).toList();
  }

  private static List<String> names(Collection<String> lines, String pattern) {
    Pattern names = Pattern.compile("`(" + pattern + ")`");
    return lines.stream()
        .flatMap(line -> names.matcher(line).results())
        .map((MatchResult result) -> result.group(1))
        .toList();
  }

  @Test
  void everyTestIsThere() throws IOException {
    Set<String> tests = new TreeSet<>(names(rows(), "[A-Z]\\w*Test"));
    assertThat(tests).hasSizeGreaterThan(8);
    List<String> missing = new ArrayList<>(tests);
    missing.removeIf(RealizePageTest::exists);
    assertThat(missing).isEmpty();
  }

  private static boolean exists(String test) {
    return PACKAGES.stream().anyMatch(name -> Files.exists(source(name).resolve(test + ".java")));
  }

  private static Path source(String name) {
    return ROOT.resolve("backends/cpu/src/test/java").resolve(name.replace('.', '/'));
  }

  @Test
  void everyEntryPointHasARowWithTests() throws IOException {
    List<String> rows = rows().stream().filter(row -> row.startsWith("| `realize")).toList();
    assertThat(names(rows, "realize\\w*")).hasSize(ENTRY_POINTS).doesNotHaveDuplicates();
    assertThat(rows).allMatch(row -> !names(List.of(row), "[A-Z]\\w*Test").isEmpty());
  }

  @Test
  void everyErrorOfRealizeIsListed() throws IOException {
    Path executor =
        ROOT.resolve("engine/core/src/main/java/io/pelton/engine/realize/PipelinedExecutor.java");
    Set<String> thrown =
        Pattern.compile("@throws io\\.pelton\\.engine\\.error\\.(\\w+)")
            .matcher(Files.readString(executor))
            .results()
            .map(result -> result.group(1))
            .filter(name -> !name.equals("EngineException"))
            .collect(Collectors.toSet());
    assertThat(thrown).hasSizeGreaterThan(10);
    try (Stream<String> lines = Files.lines(PAGE)) {
      assertThat(names(lines.toList(), "\\w+")).containsAll(thrown);
    }
  }
}
