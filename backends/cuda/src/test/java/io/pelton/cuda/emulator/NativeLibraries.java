package io.pelton.cuda.emulator;

import java.nio.file.Path;
import java.util.List;

/**
 * What a build made.
 *
 * @param kernels one object for each source of kernels
 * @param others to be loaded after the driver, which they need
 */
record NativeLibraries(Path driver, List<Path> kernels, List<Path> others) {
  NativeLibraries {
    kernels = List.copyOf(kernels);
    others = List.copyOf(others);
  }
}
