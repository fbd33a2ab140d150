package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Compiles the libraries of the emulated driver and the kernels for the host. Artifacts carry a hash
 * of what they are made from in their names, so that only what changed is made again.
 */
final class NativeBuild {
  private static final int COMPILERS_AT_ONCE = 2;

  private final NativeSources sources;
  private final Compiler compiler;
  private final Path output;

  NativeBuild(NativeSources sources, Compiler compiler) {
    this.sources = sources;
    this.compiler = compiler;
    this.output = sources.output();
  }

  NativeLibraries build() {
    ExecutorService compilers = Executors.newFixedThreadPool(COMPILERS_AT_ONCE);
    try {
      Files.createDirectories(output);
      try (FileChannel channel =
              FileChannel.open(
                  output.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        return build(compilers);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot build in " + output, e);
    } finally {
      compilers.shutdown();
    }
  }

  private NativeLibraries build(ExecutorService compilers) {
    Path driver = library(compilers, "libcuda.so.1", sources.driver(), List.of("-ldl"), List.of());
    List<Supplier<Path>> kernels = new ArrayList<>();
    for (Path source : sources.kernels()) {
      kernels.add(submit(compilers, () -> kernels(source, driver)));
    }
    List<Path> others = new ArrayList<>();
    return new NativeLibraries(driver, kernels.stream().map(Supplier::get).toList(), others);
  }

  /** A library of the emulated driver, linked with the name that JCuda's natives ask for. */
  private Path library(
      ExecutorService compilers,
      String name,
      List<Path> units,
      List<String> linked,
      List<Path> inputs) {
    List<Supplier<Path>> objects = new ArrayList<>();
    for (Path unit : units) {
      objects.add(submit(compilers, () -> object(unit)));
    }
    List<Path> made = objects.stream().map(Supplier::get).toList();
    List<String> arguments = new ArrayList<>(List.of("-shared", "-Wl,-soname," + name));
    made.forEach(object -> arguments.add(object.toString()));
    inputs.forEach(input -> arguments.add(input.toString()));
    arguments.addAll(linked);
    String hash = fingerprint().text(arguments.toString()).files(inputs).hex();
    return make(name, hash, ".so", arguments);
  }

  private Path object(Path unit) {
    Path include = Path.of(System.getProperty("java.home"), "include");
    List<String> arguments =
        List.of(
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I" + include,
            "-I" + include.resolve("linux"),
            "-c",
            unit.toString());
    String hash =
        fingerprint()
            .text(arguments.toString())
            .files(List.of(unit))
            .files(sources.libraryHeaders())
            .hex();
    return make(unit.getFileName().toString(), hash, ".o", arguments);
  }

  private Path kernels(Path source, Path driver) {
    List<String> arguments =
        List.of(
            "-shared",
            "-I" + sources.natives(),
            "-I" + sources.deviceSources(),
            "-x",
            "c++",
            source.toString());
    String hash =
        fingerprint()
            .text(arguments.toString())
            .files(List.of(source))
            .files(sources.kernelHeaders())
            .hex();
    // Only its name goes into what is made.
    List<String> linked = new ArrayList<>(arguments);
    linked.addAll(List.of("-x", "none", driver.toString()));
    return make(source.getFileName().toString(), hash, ".so", linked);
  }

  private Fingerprint fingerprint() {
    return new Fingerprint().text(compiler.identity()).text(compiler.flags().toString());
  }

  private Path make(String name, String hash, String ending, List<String> arguments) {
    Path made = output.resolve(name + "." + hash + ending);
    if (Files.exists(made)) {
      return made;
    }
    try {
      removeOlder(name, ending);
      Path partial = output.resolve(name + "." + hash + ".partial");
      List<String> all = new ArrayList<>(arguments);
      all.add("-o");
      all.add(partial.toString());
      compiler.compile(all);
      return Files.move(partial, made, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + made, e);
    }
  }

  private void removeOlder(String name, String ending) throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      for (Path file : files.toList()) {
        String other = file.getFileName().toString();
        if (other.startsWith(name + ".") && other.endsWith(ending)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static Supplier<Path> submit(ExecutorService compilers, Callable<Path> work) {
    Future<Path> future = compilers.submit(work);
    return () -> {
      try {
        return future.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NativeBuildException("interrupted while compiling", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof NativeBuildException refused) {
          throw refused;
        }
        throw new NativeBuildException("cannot compile", e.getCause());
      }
    };
  }
}
