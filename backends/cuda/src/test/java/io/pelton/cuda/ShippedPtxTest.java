package io.pelton.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The PTX that is shipped was made from the sources beside it, and devices can run it. */
class ShippedPtxTest {
  private static final Path MODULE = Path.of(System.getProperty("pelton.root"), "backends", "cuda");
  private static final Path SOURCES = MODULE.resolve("src/main/cuda");
  private static final Path PTX = MODULE.resolve("src/main/resources/io/pelton/cuda/ptx");
  private static final Pattern ENTRY = Pattern.compile("\\.entry\\s+(\\w+)");

  static List<String> modules() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".cu"))
          .map(name -> name.substring(0, name.length() - ".cu".length()))
          .sorted()
          .toList();
    }
  }

  @Test
  void everySourceHasItsPtx() throws IOException, NoSuchAlgorithmException {
    Map<String, String> expected = new TreeMap<>();
    for (String module : modules()) {
      expected.put(module, hash(module));
    }
    Map<String, String> noted = new TreeMap<>();
    for (String line : Files.readAllLines(PTX.resolve("SOURCES"))) {
      String[] fields = line.split(" ", 2);
      noted.put(fields[0], fields[1]);
    }
    assertThat(noted)
        .as("run backends/cuda/build-ptx, since a source is not what its PTX was made from")
        .isEqualTo(expected);
  }

  /** All headers, then the source. */
  private static String hash(String module) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path header : files.filter(f -> f.toString().endsWith(".cuh")).sorted().toList()) {
        digest.update(Files.readAllBytes(header));
      }
    }
    digest.update(Files.readAllBytes(SOURCES.resolve(module + ".cu")));
    return HexFormat.of().formatHex(digest.digest());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void compilesForTheOldestArchitectureAndForANewOne(String module) throws IOException {
    String ptx = Files.readString(PTX.resolve(module + ".ptx"));
    assertThat(ptx).contains(".target sm_75");
    // drivers of CUDA 13 refuse it in a file of version 8.0
    assertThat(ptx).contains(".version 8.0").doesNotContain("used_bytes_mask");
    for (String architecture : List.of("sm_75", "sm_90")) {
      assertThat(compile(ptx, architecture)).as("%s for %s", module, architecture).isEmpty();
    }
    assertThat(ENTRY.matcher(ptx).results().count()).as("kernels of " + module).isPositive();
  }

  /** What the compiler says against it. */
  private static String compile(String ptx, String architecture) {
    byte[] text = (ptx + '\0').getBytes(StandardCharsets.US_ASCII);
    nvPTXCompilerHandle handle = new nvPTXCompilerHandle();
    check(JNvPTXCompiler.nvPTXCompilerCreate(handle, text.length, text));
    try {
      String[] options = {"--gpu-name=" + architecture};
      int result = JNvPTXCompiler.nvPTXCompilerCompile(handle, options.length, options);
      return result == nvPTXCompileResult.NVPTXCOMPILE_SUCCESS ? "" : log(handle);
    } finally {
      check(JNvPTXCompiler.nvPTXCompilerDestroy(handle));
    }
  }

  private static String log(nvPTXCompilerHandle handle) {
    long[] size = new long[1];
    check(JNvPTXCompiler.nvPTXCompilerGetErrorLogSize(handle, size));
    byte[] log = new byte[(int) size[0] + 1];
    check(JNvPTXCompiler.nvPTXCompilerGetErrorLog(handle, log));
    return "refused: " + new String(log, StandardCharsets.US_ASCII).trim();
  }

  private static void check(int result) {
    assertThat(result).isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
  }
}
