package io.pelton.cuda;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Looks for backends in a process of its own, and prints what it finds. */
final class ProviderProcess {
  private ProviderProcess() {}

  public static void main(String[] arguments) throws IOException {
    for (BackendProvider provider : ServiceLoader.load(BackendProvider.class)) {
      print("provider " + provider.name());
      if (provider.name().equals(arguments[0]) && !provider.isHost()) {
        probe(provider);
      }
    }
    ClassLoader loader = ProviderProcess.class.getClassLoader();
    if (arguments[0].equals("host")) {
      print("opened " + Devices.open("cpu", loader).host());
      print("loaded " + natives(Path.of("/proc/self/maps")));
      return;
    }
    try {
      Devices.open("cuda", loader);
      print("opened cuda");
    } catch (BackendUnavailable e) {
      print("refused " + e.backend() + ": " + e.reason());
    }
    print("opened " + Devices.open("cpu", loader).host());
    print("unpacked " + unpacked());
  }

  private static void probe(BackendProvider provider) {
    Probe probe = provider.probe();
    print("probe " + (probe instanceof Probe.Unusable unusable ? unusable.reason() : "usable"));
  }

  private static List<String> natives(Path maps) throws IOException {
    try (Stream<String> lines = Files.lines(maps)) {
      return lines.filter(line -> line.contains("JCu") || line.contains("libcu")).toList();
    }
  }

  /** In a directory that is this process's only. */
  private static List<Path> unpacked() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.toList();
    }
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
