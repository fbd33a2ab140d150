package io.pelton.cpu.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.ExecutableCapability;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on executables names what is there, and leaves nothing out. */
class ExecutablePageTest {
  private static final Path ROOT = Path.of(System.getProperty("pelton.root", "../.."));
  private static final Path ENGINE = ROOT.resolve("engine/core/src/main/java");
  private static final Path SUITES =
      ROOT.resolve("engine/core/src/test/java/io/pelton/engine/contract");
  private static final Path RUN_HERE =
      ROOT.resolve("backends/cpu/src/test/java/io/pelton/cpu/contract");

  /** Of the Rust trait and of what stands beside it. */
  private static final List<String> TRAIT_METHODS =
      List.of(
          "set_param",
          "run",
          "finalize_params",
          "clone_box",
          "run_read_outputs",
          "run_raw",
          "run_slots",
          "arena_ptr",
          "set_active_extent",
          "set_rng",
          "rng",
          "set_moe_resident_experts",
          "set_moe_resident_experts_per_layer",
          "enable_moe_topk_capture",
          "take_moe_topk_capture",
          "take_moe_residency_stats",
          "bind_handle",
          "read_handle",
          "bind_gpu_handle",
          "has_gpu_handle",
          "set_gpu_handle_feed",
          "read_gpu_handle",
          "read_gpu_handle_row",
          "register_kv_row_feed",
          "feed_kv_row",
          "prepare_resident_gpu_handle",
          "stage_bound_gpu_handles_to_arena",
          "seed_resident_kv_prefix_from",
          "copy_resident_kv_rows_from",
          "copy_params_from",
          "executable_as_any",
          "executable_as_any_mut",
          "read_output_row",
          "run_feed_gpu_handle",
          "commit_no_wait",
          "sync_pending",
          "run_pipelined",
          "set_param_typed",
          "run_typed",
          "BucketedCompileCache::run_padded",
          "DecodeSession");

  private final String page = Files.readString(ROOT.resolve("docs/executable-graph.md"));
  private final Map<String, String> engineTypes = names(ENGINE);

  ExecutablePageTest() throws IOException {}

  /** Full names of the types below a folder of sources, by their simple names. */
  private static Map<String, String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> folder.relativize(file).toString().replace(".java", ""))
          .filter(file -> !file.endsWith("package-info"))
          .collect(
              Collectors.toMap(
                  file -> Path.of(file).getFileName().toString(),
                  file -> file.replaceAll("[/\\\\]", "."),
                  (one, other) -> one + " and " + other));
    }
  }

  private String section(String title) {
    String behind = page.split("\n## " + title + "\n", 2)[1];
    return behind.split("\n## ", 2)[0];
  }

  /** Cells of a section's first table, by row. */
  private List<String[]> table(String title) {
    return section(title)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(1).split("(?<!\\\\)\\|"))
        .toList();
  }

  private static List<String> tokens(String text, String pattern) {
    return Pattern.compile("`(" + pattern + ")`")
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  @Test
  void everyMethodOfTheTraitHasOneRow() {
    List<String[]> rows = table("From the Rust trait");
    assertThat(rows.stream().map(row -> row[0].trim().replace("`", "")))
        .containsExactlyInAnyOrderElementsOf(TRAIT_METHODS);
    for (String[] row : rows) {
      assertThat(tokens(row[1], "[^`]+")).as(row[0]).isNotEmpty().allMatch(this::isThere);
      assertThat(tokens(row[2], "\\w+(?:Test|Contract)")).as(row[0]).isNotEmpty();
    }
  }

  @Test
  void everyMemberOfATypeIsThere() {
    String prose = page.replaceAll("(?s)```.*?```", "");
    List<String> members = tokens(prose, "[A-Z]\\w*\\.\\w+(?:\\([^`]*\\))?");
    assertThat(members).hasSizeGreaterThan(60);
    assertThat(members.stream().filter(Predicate.not(this::isThere))).isEmpty();
  }

  /**
   * @param token a type or, behind a point, one of its public members, of which methods may have
   *     their parameters' types
   */
  private boolean isThere(String token) {
    String type = token.replaceAll("[.(].*", "");
    String member = token.substring(type.length());
    if (!engineTypes.containsKey(type)) {
      return false;
    }
    Class<?> found = load(engineTypes.get(type));
    return member.isEmpty()
        || Arrays.stream(found.getMethods()).anyMatch(method -> isNamed(method, member))
        || Arrays.stream(found.getFields()).anyMatch(it -> member.equals("." + it.getName()))
        || Arrays.stream(found.getClasses())
            .anyMatch(it -> member.equals("." + it.getSimpleName()));
  }

  private static boolean isNamed(Method method, String member) {
    String parameters =
        Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", "));
    if (method.isVarArgs()) {
      parameters = parameters.replaceAll("\\[\\]$", "...");
    }
    String name = "." + method.getName();
    return member.equals(name) || member.equals(name + "(" + parameters + ")");
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name + " is not in one place", e);
    }
  }

  @Test
  void everyAbilityIsListed() {
    assertThat(table("Abilities").stream().map(row -> row[0].trim().replace("`", "")))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ExecutableCapability.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .toList());
  }

  @Test
  void everyTestIsThereAndEverySuiteIsRun() throws IOException {
    Set<String> tests = new TreeSet<>(tokens(page, "[A-Z]\\w*(?:Test|Contract)"));
    assertThat(tests).hasSizeGreaterThan(30);
    Set<String> there = new TreeSet<>();
    for (String module : List.of("engine/core", "engine/onnx", "backends/cpu", "backends/cuda")) {
      there.addAll(names(ROOT.resolve(module).resolve("src/test/java")).keySet());
    }
    assertThat(there).containsAll(tests);
    tests.removeIf(test -> !test.endsWith("Contract"));
    assertThat(extended("")).containsAll(tests);
  }

  @Test
  void everySuiteButOneIsRunOnADeviceToo() throws IOException {
    Set<String> suites = new TreeSet<>(names(SUITES).keySet());
    suites.removeIf(suite -> !suite.endsWith("Contract"));
    assertThat(extended("")).containsAll(suites);
    suites.remove("HotPathContract");
    assertThat(extended("Machines.second()")).containsAll(suites);
  }

  /** Suites that a class here extends whose source has that text. */
  private static Set<String> extended(String text) throws IOException {
    Pattern suite = Pattern.compile("extends (\\w+Contract)\\b");
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.list(RUN_HERE)) {
      for (Path file : files.toList()) {
        String source = Files.readString(file);
        if (source.contains(text)) {
          suite.matcher(source).results().forEach(result -> found.add(result.group(1)));
        }
      }
    }
    return found;
  }

  @Test
  void everyErrorThatExecutablesDocumentIsListed() throws IOException {
    Pattern thrown = Pattern.compile("@throws (?:io\\.pelton\\.engine\\.error\\.)?(\\w+)");
    Set<String> errors = new TreeSet<>();
    try (Stream<Path> files = Files.list(ENGINE.resolve("io/pelton/engine/executable"))) {
      for (Path file : files.toList()) {
        String source = Files.readString(file);
        if (source.contains("\npublic ")) {
          thrown.matcher(source).results().forEach(result -> errors.add(result.group(1)));
        }
      }
    }
    errors.remove("EngineException");
    assertThat(errors).hasSizeGreaterThan(12);
    assertThat(table("Errors").stream().flatMap(row -> tokens(row[0], "\\w+").stream()))
        .containsAll(errors)
        .doesNotHaveDuplicates();
    assertThat(table("Errors"))
        .allSatisfy(row -> assertThat(tokens(row[2], "\\w+(?:Test|Contract)")).isNotEmpty());
  }
}
