package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the sources lie in the module of the CUDA backend, and where what is built goes. */
record NativeSources(Path module) {
  private static final String MODULE = "backends/cuda";

  /** Those of the project whose tests run, in whichever module these are. */
  static NativeSources ofProject() {
    Path start =
        Path.of(System.getProperty("basedir", System.getProperty("user.dir"))).toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      for (Path module : List.of(folder, folder.resolve(MODULE))) {
        if (Files.isDirectory(new NativeSources(module).natives().resolve("driver"))) {
          return new NativeSources(module);
        }
      }
    }
    throw new NativeBuildException(start + " is not in a project that has " + MODULE);
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

  /** What kernels may include that are compiled at run time. */
  List<Path> kernelHeaders() {
    return Stream.of(
            List.of(natives().resolve("emulated_cuda.h")),
            in(natives().resolve("emulated"), ".h"),
            in(deviceSources(), ".cuh"))
        .flatMap(List::stream)
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
