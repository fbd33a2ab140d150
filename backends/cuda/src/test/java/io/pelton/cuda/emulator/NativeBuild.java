package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Compiles the libraries of the emulated driver and the kernels for the host, one process at a
 * time.
 */
final class NativeBuild {
  private static final int COMPILERS_AT_ONCE = 2;

  private final NativeSources sources;
  private final Compiler compiler;
  private final Artifacts artifacts;
  private final Includes includes;

  NativeBuild(NativeSources sources, Compiler compiler) {
    this.sources = sources;
    this.compiler = compiler;
    this.artifacts = new Artifacts(compiler, sources.output());
    this.includes = new Includes(List.of(sources.natives(), sources.deviceSources()));
  }

  NativeLibraries build() {
    ExecutorService compilers = Executors.newFixedThreadPool(COMPILERS_AT_ONCE);
    try {
      Files.createDirectories(sources.compiledAtRunTime());
      try (FileChannel channel =
              FileChannel.open(
                  sources.output().resolve(".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        return build(compilers);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot build in " + sources.output(), e);
    } finally {
      compilers.shutdown();
    }
  }

  private NativeLibraries build(ExecutorService compilers) {
    List<Supplier<Path>> driverObjects = objects(compilers, sources.driver(), List.of());
    List<Supplier<Path>> cublasObjects = objects(compilers, sources.cublas(), List.of());
    Path driver = link("libcuda.so.1", driverObjects, List.of("-ldl"), List.of());
    List<Supplier<Path>> kernels = new ArrayList<>();
    for (Path source : sources.kernels()) {
      kernels.add(submit(compilers, () -> kernels(source, driver)));
    }
    List<Supplier<Path>> nvrtcObjects =
        objects(compilers, sources.nvrtc(), runTimeDefinitions(driver));
    Path nvrtc =
        link("libnvrtc.so.12", nvrtcObjects, versions(sources.nvrtcVersions()), List.of(driver));
    Path cublas =
        link("libcublas.so.12", cublasObjects, versions(sources.cublasVersions()), List.of(driver));
    return new NativeLibraries(
        driver, kernels.stream().map(Supplier::get).toList(), List.of(nvrtc, cublas));
  }

  private static List<String> versions(Path map) {
    return List.of("-Wl,--version-script=" + map);
  }

  /** How what NVRTC's double compiles is compiled, and where. */
  private List<String> runTimeDefinitions(Path driver) {
    String headers = new Fingerprint().files(sources.kernelHeaders()).hex();
    return List.of(
        "-DPELTON_OUTPUT=\"" + sources.compiledAtRunTime() + "\"",
        "-DPELTON_NATIVES=\"" + sources.natives() + "\"",
        "-DPELTON_FLAGS=\"" + String.join(" ", compiler.kernelFlags()) + "\"",
        "-DPELTON_DRIVER=\"" + driver + "\"",
        "-DPELTON_HEADERS=\"" + headers + "\"");
  }

  private List<Supplier<Path>> objects(
      ExecutorService compilers, List<Path> units, List<String> definitions) {
    List<Supplier<Path>> objects = new ArrayList<>();
    for (Path unit : units) {
      objects.add(submit(compilers, () -> object(unit, definitions)));
    }
    return objects;
  }

  private Path object(Path unit, List<String> definitions) {
    Path include = Path.of(System.getProperty("java.home"), "include");
    List<String> arguments = new ArrayList<>(definitions);
    arguments.addAll(
        List.of(
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I" + include,
            "-I" + include.resolve("linux"),
            "-c",
            unit.toString()));
    String name = unit.getParent().getFileName() + "-" + unit.getFileName();
    return artifacts.make(name, ".o", arguments, includes.closure(unit), List.of());
  }

  /** A library, with the name that JCuda's natives ask for. */
  private Path link(
      String name, List<Supplier<Path>> objects, List<String> options, List<Path> libraries) {
    List<Path> inputs =
        Stream.concat(objects.stream().map(Supplier::get), libraries.stream()).toList();
    List<String> arguments =
        new ArrayList<>(List.of("-shared", "-Wl,--no-undefined", "-Wl,-soname," + name));
    inputs.forEach(input -> arguments.add(input.toString()));
    arguments.addAll(options);
    return artifacts.make(name, ".so", arguments, inputs, List.of());
  }

  private Path kernels(Path source, Path driver) {
    List<String> arguments = new ArrayList<>(compiler.kernelChecks());
    arguments.addAll(
        List.of(
            "-shared",
            "-I" + sources.natives(),
            "-I" + sources.deviceSources(),
            "-x",
            "c++",
            source.toString()));
    // Of the driver, only its name goes into what is made.
    List<String> others = List.of("-x", "none", driver.toString());
    return artifacts.make(
        source.getFileName().toString(), ".so", arguments, includes.closure(source), others);
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
