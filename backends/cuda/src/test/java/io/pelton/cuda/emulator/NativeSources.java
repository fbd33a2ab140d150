package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the sources lie in this module, and where what is built goes. */
record NativeSources(Path module) {
  static NativeSources ofModule() {
    return new NativeSources(
        Path.of(System.getProperty("basedir", System.getProperty("user.dir"))).toAbsolutePath());
  }

  Path natives() {
    return module.resolve("src/test/native");
  }

  Path deviceSources() {
    return module.resolve("src/main/cuda");
  }

  Path output() {
    return module.resolve("target/emulator");
  }

  /** Where NVRTC's double puts what it compiles. */
  Path compiledAtRunTime() {
    return output().resolve("nvrtc");
  }

  List<Path> driver() {
    return in(natives().resolve("driver"), ".cpp");
  }

  List<Path> cublas() {
    return in(natives().resolve("cublas"), ".cpp");
  }

  List<Path> nvrtc() {
    return in(natives().resolve("nvrtc"), ".cpp");
  }

  Path cublasVersions() {
    return natives().resolve("cublas/libcublas.map");
  }

  Path nvrtcVersions() {
    return natives().resolve("nvrtc/libnvrtc.map");
  }

  List<Path> kernels() {
    return Stream.of(deviceSources(), natives().resolve("kernels"))
        .flatMap(folder -> in(folder, ".cu").stream())
        .toList();
  }

  /** What kernels include. */
  List<Path> kernelHeaders() {
    return Stream.of(
            List.of(natives().resolve("emulated_cuda.h")),
            in(natives().resolve("emulated"), ".h"),
            in(deviceSources(), ".cuh"))
        .flatMap(List::stream)
        .toList();
  }

  /** What the libraries include. */
  List<Path> libraryHeaders() {
    return Stream.of("driver", "cublas", "nvrtc", "emulated")
        .flatMap(folder -> in(natives().resolve(folder), ".h").stream())
        .toList();
  }

  private static List<Path> in(Path folder, String ending) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }
}
