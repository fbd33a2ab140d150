package io.pelton.flink.isolation;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.flink.util.FlinkUserCodeClassLoaders;
import org.apache.flink.util.FlinkUserCodeClassLoaders.ResolveOrder;
import org.apache.flink.util.MutableURLClassLoader;

/**
 * A version of a job's jar: all class folders and jars of this class path that are neither Flink's
 * nor brought by Flink, in one.
 */
final class JobJar {
  /** Parent first, so that it is loaded once. */
  static final String SHARED = Loaders.class.getName();

  private static final List<String> JARS =
      List.of(
          "pelton-",
          "arrow-format",
          "arrow-memory",
          "arrow-vector",
          "flatbuffers-",
          "jackson-",
          "protobuf-java",
          "tribuo-util-onnx");

  private static final String SERVICES = "META-INF/services/";

  private final Path file;

  private JobJar(Path file) {
    this.file = file;
  }

  /**
   * @param version that a resource of the jar says
   */
  static JobJar write(Path file, int version) throws IOException {
    Map<String, ByteArrayOutputStream> services = new LinkedHashMap<>();
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(element);
      if (Files.isDirectory(path.resolve("io").resolve("pelton"))) {
        readFolder(path, entries, services);
      } else if (JARS.stream().anyMatch(path.getFileName().toString()::startsWith)) {
        readJar(path, entries, services);
      }
    }
    services.forEach((name, lines) -> entries.put(name, lines.toByteArray()));
    entries.put("version.txt", new byte[] {(byte) version});
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return new JobJar(file);
  }

  private static void readFolder(
      Path folder, Map<String, byte[]> entries, Map<String, ByteArrayOutputStream> services)
      throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path each : files) {
      String name = folder.relativize(each).toString().replace(File.separatorChar, '/');
      add(name, Files.readAllBytes(each), entries, services);
    }
  }

  private static void readJar(
      Path jar, Map<String, byte[]> entries, Map<String, ByteArrayOutputStream> services)
      throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(each -> !each.isDirectory()).toList()) {
        try (InputStream stream = zip.getInputStream(entry)) {
          add(entry.getName(), stream.readAllBytes(), entries, services);
        }
      }
    }
  }

  private static void add(
      String name,
      byte[] bytes,
      Map<String, byte[]> entries,
      Map<String, ByteArrayOutputStream> services) {
    if (name.startsWith(SERVICES)) {
      ByteArrayOutputStream lines =
          services.computeIfAbsent(name, unknown -> new ByteArrayOutputStream());
      lines.writeBytes(bytes);
      lines.write('\n');
    } else {
      entries.putIfAbsent(name, bytes);
    }
  }

  URL url() throws IOException {
    return file.toUri().toURL();
  }

  /** The loader in which a job is built. */
  MutableURLClassLoader open() throws IOException {
    return FlinkUserCodeClassLoaders.create(
        ResolveOrder.CHILD_FIRST,
        new URL[] {url()},
        JobJar.class.getClassLoader(),
        new String[] {"java.", "org.apache.flink.", "org.slf4j", "org.apache.log4j", SHARED},
        error -> {},
        false);
  }
}
