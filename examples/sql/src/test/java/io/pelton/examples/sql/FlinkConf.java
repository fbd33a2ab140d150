package io.pelton.examples.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes configuration folders of Flink. */
final class FlinkConf {
  private static final String LOGGING =
      """
      rootLogger.level = INFO
      rootLogger.appenderRef.file.ref = File
      appender.file.name = File
      appender.file.type = FILE
      appender.file.append = false
      appender.file.fileName = ${sys:log.file}
      appender.file.layout.type = PatternLayout
      appender.file.layout.pattern = %d{HH:mm:ss,SSS} %-5p %-60c %x - %m%n
      """;

  private FlinkConf() {}

  static Path write(Path folder, Map<String, String> settings) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("config.yaml"),
        settings.entrySet().stream()
            .map(entry -> entry.getKey() + ": " + entry.getValue() + "\n")
            .sorted()
            .collect(Collectors.joining()),
        StandardCharsets.UTF_8);
    Files.writeString(folder.resolve("log4j2.properties"), LOGGING, StandardCharsets.UTF_8);
    return folder;
  }
}
