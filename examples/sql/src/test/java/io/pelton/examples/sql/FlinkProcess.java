package io.pelton.examples.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of Flink's programs in a JVM of its own. It does not outlive this one. */
final class FlinkProcess implements AutoCloseable {
  /** Where logs stay until the next run. */
  static final Path LOGS = Checkout.SQL.resolve("target").resolve("processes");

  /** As Flink's own config.yaml opens them. */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.text=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED");

  /** For what scores, and for what only starts: class loading is most of its seconds. */
  enum Kind {
    SCORES("--add-modules=jdk.incubator.vector"),
    STARTS("-XX:TieredStopAtLevel=1");

    private final String option;

    Kind(String option) {
      this.option = option;
    }
  }

  private final String name;
  private final Process process;
  private final Path output;
  private final Thread hook;

  private FlinkProcess(String name, Process process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.hook = new Thread(process::destroyForcibly, "end of " + name);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts a program in the folder of the checkout.
   *
   * @param conf Flink's configuration folder
   * @param megabytes of its heap
   */
  static FlinkProcess start(
      Kind kind,
      String name,
      int megabytes,
      Path conf,
      String classPath,
      String main,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + megabytes + "m");
    command.add(kind.option);
    command.addAll(OPTIONS);
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(conf.resolve("tmp")));
    command.add("-Dlog.file=" + LOGS.resolve(name + ".log"));
    command.add("-Dlog4j.configurationFile=" + conf.resolve("log4j2.properties"));
    command.add("-cp");
    command.add(classPath);
    command.add(main);
    command.addAll(List.of(arguments));
    Path output = Files.createDirectories(LOGS).resolve(name + ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Checkout.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("FLINK_CONF_DIR", conf.toString());
    return new FlinkProcess(name, builder.start(), output);
  }

  /** Waits for the program's end, and gives what it printed. */
  String await(long seconds) throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new AssertionError(name + " still runs after " + seconds + " s:\n" + printed());
    }
    return printed();
  }

  @Override
  public String toString() {
    return name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String printed() throws IOException {
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // this JVM ends already
    }
  }
}
