package io.pelton.examples.sql;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Flink's {@code lib/} and {@code opt/} have: of this class path, the jars that are Flink's or
 * that Flink brings, without the classes of Pelton and what comes with them.
 */
final class FlinkJars {
  /** In Pelton's jar, or of tests. */
  private static final List<String> OTHERS =
      List.of(
          "pelton-",
          "arrow-",
          "avro-",
          "flatbuffers-",
          "jackson-",
          "langchain4j-",
          "protobuf-java",
          "tribuo-util-onnx",
          "zstd-jni",
          "onnxruntime",
          "junit-",
          "archunit",
          "assertj");

  private FlinkJars() {}

  /** A class path, with more in front. */
  static String classPath(Path... first) {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Stream<Path> jars =
        Arrays.stream(all.split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(Files::isRegularFile)
            .filter(FlinkJars::isOfFlink);
    return Stream.concat(Arrays.stream(first), jars)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isOfFlink(Path jar) {
    String name = jar.getFileName().toString();
    return OTHERS.stream().noneMatch(name::startsWith) && !name.endsWith("-tests.jar");
  }
}
