package io.pelton.cuda.emulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The host's C++ compiler.
 *
 * @param identity its version and the processor that it compiles for
 */
record Compiler(List<String> flags, String identity) {
  private static final String COMMAND = "g++";

  /** As for devices: products and sums stay apart, and nothing is reordered. */
  private static final List<String> FLAGS =
      List.of(
          "-O2",
          "-std=c++17",
          "-fPIC",
          "-pthread",
          "-ffp-contract=off",
          "-fno-fast-math",
          "-fno-gnu-unique",
          "-fvisibility=hidden");

  private static final List<String> KERNEL_CHECKS =
      List.of("-fsanitize=alignment,bounds", "-fsanitize-undefined-trap-on-error");

  private static final String NATIVE = "-march=native";

  record Result(int status, String output) {}

  static Optional<Compiler> find() {
    Result version;
    try {
      version = start(List.of("--version"));
    } catch (IOException e) {
      return Optional.empty();
    }
    Result processor = run(List.of(NATIVE, "-###", "-x", "c++", "-E", "/dev/null"));
    List<String> flags = new ArrayList<>(FLAGS);
    if (processor.status() == 0) {
      flags.add(NATIVE);
    }
    return Optional.of(new Compiler(List.copyOf(flags), version.output() + processor.output()));
  }

  /** What makes kernels fault where a device would, or worse: see the emulated driver. */
  List<String> kernelChecks() {
    return KERNEL_CHECKS;
  }

  /** Everything for a kernel but what says whether products and sums are contracted. */
  List<String> kernelFlags() {
    return Stream.concat(flags.stream(), KERNEL_CHECKS.stream())
        .filter(flag -> !flag.startsWith("-ffp-contract"))
        .toList();
  }

  /** Compiles or links; a failure with what the compiler said. */
  void compile(List<String> arguments) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(arguments);
    Result result = run(all);
    if (result.status() != 0) {
      throw new NativeBuildException(
          COMMAND + " " + String.join(" ", all) + " failed:\n" + result.output());
    }
  }

  private static Result run(List<String> arguments) {
    try {
      return start(arguments);
    } catch (IOException e) {
      throw new NativeBuildException("cannot run " + COMMAND, e);
    }
  }

  private static Result start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(COMMAND);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Result(process.waitFor(), output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroy();
      throw new NativeBuildException("interrupted while " + COMMAND + " ran", e);
    }
  }
}
