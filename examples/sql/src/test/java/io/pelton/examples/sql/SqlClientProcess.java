package io.pelton.examples.sql;

import io.pelton.examples.sql.FlinkProcess.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Flink's SQL client, which runs a script and jobs on a MiniCluster in its own JVM. */
final class SqlClientProcess {
  private static final String MAIN = "org.apache.flink.table.client.SqlClient";
  private static final int MEGABYTES = 640;
  private static final long SECONDS = 240;

  private SqlClientProcess() {}

  /**
   * Runs scripts, one after the other, in one session. The jar is where {@code lib/} would be.
   *
   * @param folder for configuration
   */
  static ClientOutput embedded(Path folder, Script... scripts) throws Exception {
    Path conf =
        FlinkConf.write(folder, Map.of("execution.target", "local", "parallelism.default", "2"));
    return run(conf, FlinkJars.classPath(Checkout.jar()), List.of("embedded"), scripts);
  }

  private static ClientOutput run(Path conf, String classPath, List<String> mode, Script... scripts)
      throws Exception {
    StringBuilder text = new StringBuilder();
    for (Script script : scripts) {
      text.append("RESET;\n").append(script.text());
    }
    Path file = Files.writeString(conf.resolve("script.sql"), text, StandardCharsets.UTF_8);
    List<String> arguments = new ArrayList<>(mode);
    arguments.addAll(List.of("-hist", conf.resolve("history").toString(), "-f", file.toString()));
    try (FlinkProcess client =
        FlinkProcess.start(
            Kind.SCORES,
            "client",
            MEGABYTES,
            conf,
            classPath,
            MAIN,
            arguments.toArray(String[]::new))) {
      return ClientOutput.parse(client.await(SECONDS));
    }
  }
}
