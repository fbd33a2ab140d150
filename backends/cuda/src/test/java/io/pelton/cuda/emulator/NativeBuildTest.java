package io.pelton.cuda.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(OnEmulatedDriver.class)
class NativeBuildTest {
  @TempDir Path folder;
  private Artifacts artifacts;
  private Path source;

  @BeforeEach
  void write() throws IOException {
    artifacts = new Artifacts(Compiler.find().orElseThrow(), folder);
    source = Files.writeString(folder.resolve("one.cpp"), "int one() { return 1; }\n");
  }

  private Path make(String... arguments) {
    List<String> all =
        List.of(arguments).isEmpty() ? List.of("-c", source.toString()) : List.of(arguments);
    return artifacts.make("one.cpp", ".o", all, List.of(source), List.of());
  }

  @Test
  void makesOnlyWhatChanged() throws IOException {
    Path first = make();
    Files.writeString(first, "marked");
    assertThat(make()).isEqualTo(first).hasContent("marked");
    Files.writeString(source, "int one() { return 0 + 1; }\n");
    Path second = make();
    assertThat(second).isNotEqualTo(first).isNotEmptyFile();
    assertThat(first).doesNotExist();
    assertThat(make("-O0", "-c", source.toString())).isNotEqualTo(second);
  }

  @Test
  void knowsWhatASourceIncludes() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Path header = Files.writeString(folder.resolve("a.h"), "#include \"b.h\"\n#include <c>\n");
    Path second = Files.writeString(other.resolve("b.h"), "#  include \"a.h\"\n");
    Files.writeString(other.resolve("c"), "never\n");
    Files.writeString(source, "#include \"a.h\"\n#include \"missing.h\"\n");
    assertThat(new Includes(List.of(other)).closure(source))
        .containsExactly(source, header, second);
  }

  @Test
  void findsTheSourcesFromEveryModule() {
    String before = System.getProperty("basedir");
    try {
      System.setProperty("basedir", NativeSources.ofProject().module().resolve("../cpu").toString());
      assertThat(NativeSources.ofProject().driver()).isNotEmpty();
      System.setProperty("basedir", folder.toString());
      assertThatThrownBy(NativeSources::ofProject).isInstanceOf(NativeBuildException.class);
    } finally {
      if (before == null) {
        System.clearProperty("basedir");
      } else {
        System.setProperty("basedir", before);
      }
    }
  }

  @Test
  void repeatsWhatTheCompilerSaid() throws IOException {
    Files.writeString(source, "int one() { return unknown; }\n");
    assertThatThrownBy(() -> make())
        .isInstanceOf(NativeBuildException.class)
        .hasMessageContainingAll("one.cpp:1", "unknown");
    assertThat(folder).isDirectoryNotContaining("glob:**.o");
  }
}
