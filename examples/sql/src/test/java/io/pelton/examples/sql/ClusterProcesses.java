package io.pelton.examples.sql;

import io.pelton.examples.sql.FlinkProcess.Kind;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A session cluster of Flink's own programs in JVMs of their own: a JobManager, a TaskManager with
 * four slots, and a SQL gateway. Nothing of Pelton is on their class path.
 */
final class ClusterProcesses implements AutoCloseable {
  private static final int MEGABYTES = 512;

  private final List<FlinkProcess> processes = new ArrayList<>();
  private final SqlGateway gateway;

  private ClusterProcesses(Path folder) throws IOException {
    int[] ports = freePorts(3);
    Path conf = FlinkConf.write(folder, settings(folder, ports));
    String classPath = FlinkJars.classPath();
    start(
        Kind.STARTS,
        "jobmanager",
        conf,
        classPath,
        "runtime.entrypoint.StandaloneSessionClusterEntrypoint");
    start(Kind.SCORES, "taskmanager", conf, classPath, "runtime.taskexecutor.TaskManagerRunner");
    processes.add(
        FlinkProcess.start(
            Kind.STARTS,
            "gateway",
            MEGABYTES,
            conf,
            classPath,
            "org.apache.flink.table.gateway.SqlGateway",
            "-Dsql-gateway.endpoint.rest.address=localhost",
            "-Dsql-gateway.endpoint.rest.port=" + ports[2],
            // otherwise it binds the JobManager's
            "-Dsql-gateway.endpoint.rest.bind-port=" + ports[2]));
    gateway = new SqlGateway(ports[2], this::checkAlive);
  }

  /**
   * Starts them all.
   *
   * @param folder for configuration, checkpoints and savepoints
   */
  static ClusterProcesses start(Path folder) throws IOException {
    return new ClusterProcesses(Files.createDirectories(folder));
  }

  SqlGateway gateway() {
    return gateway;
  }

  private void start(Kind kind, String name, Path conf, String classPath, String main)
      throws IOException {
    processes.add(
        FlinkProcess.start(
            kind,
            name,
            MEGABYTES,
            conf,
            classPath,
            "org.apache.flink." + main,
            "--configDir",
            conf.toString()));
  }

  private void checkAlive() throws IOException {
    for (FlinkProcess process : processes) {
      if (!process.isAlive()) {
        throw new AssertionError(
            process + " has ended; its log is in " + FlinkProcess.LOGS + ":\n" + process.printed());
      }
    }
  }

  private static Map<String, String> settings(Path folder, int[] ports) {
    Map<String, String> settings = new HashMap<>();
    settings.put("jobmanager.rpc.address", "localhost");
    settings.put("jobmanager.rpc.port", Integer.toString(ports[0]));
    settings.put("jobmanager.bind-host", "localhost");
    settings.put("rest.address", "localhost");
    settings.put("rest.bind-address", "localhost");
    settings.put("rest.port", Integer.toString(ports[1]));
    settings.put("rest.bind-port", Integer.toString(ports[1]));
    settings.put("taskmanager.host", "localhost");
    settings.put("taskmanager.bind-host", "localhost");
    settings.put("taskmanager.numberOfTaskSlots", "4");
    // what Flink's scripts work out from the size of the process
    settings.put("taskmanager.cpu.cores", "2");
    settings.put("taskmanager.memory.framework.heap.size", "128m");
    settings.put("taskmanager.memory.framework.off-heap.size", "128m");
    settings.put("taskmanager.memory.jvm-metaspace.size", "256m");
    settings.put("taskmanager.memory.jvm-overhead.min", "192m");
    settings.put("taskmanager.memory.jvm-overhead.max", "192m");
    settings.put("taskmanager.memory.task.heap.size", "384m");
    settings.put("taskmanager.memory.task.off-heap.size", "0");
    settings.put("taskmanager.memory.network.min", "64m");
    settings.put("taskmanager.memory.network.max", "64m");
    settings.put("taskmanager.memory.managed.size", "256m");
    settings.put("execution.target", "remote");
    settings.put("parallelism.default", "2");
    settings.put("io.tmp.dirs", folder.resolve("tmp").toString());
    settings.put("execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString());
    settings.put(
        "execution.checkpointing.savepoint-dir", folder.resolve("savepoints").toUri().toString());
    return settings;
  }

  /** Below those that systems give to outgoing connections, of which the processes open many. */
  private static int[] freePorts(int count) {
    return new Random()
        .ints(20_000, 30_000)
        .distinct()
        .filter(ClusterProcesses::isFree)
        .limit(count)
        .toArray();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    processes.forEach(FlinkProcess::close);
  }
}
