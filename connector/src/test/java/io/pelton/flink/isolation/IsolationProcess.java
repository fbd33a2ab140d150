package io.pelton.flink.isolation;

import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.TestModels;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.MutableURLClassLoader;

/**
 * Runs pairs of jobs with different versions of the jar in one TaskManager, and cancels them in
 * either order. Prints what is left in the end, as {@code name=value} lines. Arguments: an empty
 * folder, and the number of pairs.
 */
public final class IsolationProcess {
  private static final int VERSIONS = 2;
  private static final int PARALLELISM = 2;

  /** What loading and the JVM's caches take is left aside. */
  private static final int ROUNDS_BEFORE = 4;

  private static final Pattern OTHER = Pattern.compile("Other \\(reserved=(\\d+)KB");

  private final Path folder;
  private final Path model;
  private final List<JobGraph> jobs = new ArrayList<>();
  private final MiniCluster cluster;

  private IsolationProcess(Path folder) throws Exception {
    this.folder = folder;
    this.model = TestModels.amounts(folder);
    Configuration configuration = new Configuration();
    configuration.set(
        CoreOptions.ALWAYS_PARENT_FIRST_LOADER_PATTERNS_ADDITIONAL, List.of(JobJar.SHARED));
    configuration.set(CoreOptions.TMP_DIRS, Files.createDirectory(folder.resolve("tm")).toString());
    // otherwise the first job's class loader would be asked for file systems, and kept
    FileSystem.initialize(configuration, null);
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2 * PARALLELISM)
                .withRandomPorts()
                .build());
    for (int version = 0; version < VERSIONS; version++) {
      JobJar jar = JobJar.write(folder.resolve("job-" + version + ".jar"), version);
      jobs.add(build(jar, progress(version)));
    }
  }

  public static void main(String[] arguments) throws Exception {
    IsolationProcess process = new IsolationProcess(Path.of(arguments[0]));
    process.run(Integer.parseInt(arguments[1]));
    // Flink's threads need not end
    System.exit(0);
  }

  private void run(int rounds) throws Exception {
    try (cluster) {
      cluster.start();
      int threads = 0;
      long nativeKilobytes = 0;
      for (int round = 0; round < rounds; round++) {
        if (round == ROUNDS_BEFORE) {
          collect();
          threads = threads();
          nativeKilobytes = nativeKilobytes();
        }
        pair(round);
      }
      collect();
      print("loaders", Loaders.count());
      print("alive", Loaders.alive());
      print("threads", threads() - threads);
      print("native", nativeKilobytes() - nativeKilobytes);
      print("own", ownThreads());
      print("files", files());
      print("reads", CountingFileSystem.opened(model));
    }
  }

  private static void print(String name, long value) {
    System.out.println(name + "=" + value);
  }

  /** Two jobs at once, of which every fifth pair is restarted after a failure. */
  private void pair(int round) throws Exception {
    List<JobID> running = new ArrayList<>();
    for (int version = 0; version < VERSIONS; version++) {
      Files.deleteIfExists(marker(version, EndlessJob.RUNNING));
      if (round % 5 == 0) {
        Files.createFile(marker(version, EndlessJob.FAIL));
      }
      jobs.get(version).setJobID(new JobID());
      running.add(cluster.submitJob(jobs.get(version)).get().getJobID());
    }
    for (int version = 0; version < VERSIONS; version++) {
      for (int i = 1; !Files.exists(marker(version, EndlessJob.RUNNING)); i++) {
        LockSupport.parkNanos(5_000_000);
        if (i % 100 == 0) {
          checkRuns(running.get(version));
        }
      }
    }
    for (int i = 0; i < VERSIONS; i++) {
      JobID job = running.get((i + round) % VERSIONS);
      cluster.cancelJob(job).get();
      cluster.requestJobResult(job).get();
    }
  }

  private Path marker(int version, String name) {
    return Path.of(progress(version) + name);
  }

  private String progress(int version) {
    return folder.resolve("job-" + version + "-").toString();
  }

  private void checkRuns(JobID job) throws Exception {
    if (cluster.getJobStatus(job).get().isTerminalState()) {
      cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
    }
  }

  private JobGraph build(JobJar jar, String progress) throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (MutableURLClassLoader loader = jar.open()) {
      Thread.currentThread().setContextClassLoader(loader);
      Loaders.note(loader);
      Configuration configuration = new Configuration();
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 2);
      configuration.set(
          RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
      StreamExecutionEnvironment environment =
          new StreamExecutionEnvironment(configuration, loader);
      environment.setParallelism(PARALLELISM);
      loader
          .loadClass(EndlessJob.class.getName())
          .getMethod("define", StreamExecutionEnvironment.class, String.class, String.class)
          .invoke(null, environment, CountingFileSystem.uri(model), progress);
      JobGraph graph = environment.getStreamGraph().getJobGraph(loader, null);
      graph.setClasspaths(List.of(jar.url()));
      return graph;
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** Waits until the garbage collector has found all loaders, for some seconds at most. */
  private static void collect() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
    do {
      System.gc();
      LockSupport.parkNanos(20_000_000);
    } while (Loaders.alive() > 0 && System.nanoTime() < end);
  }

  private static long ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("pelton"))
        .count();
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  /** Memory that was allocated past the JVM's own, as Arrow does. */
  private static long nativeKilobytes() throws Exception {
    String summary =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "vmNativeMemory",
                    new Object[] {new String[] {"summary"}},
                    new String[] {String[].class.getName()});
    Matcher matcher = OTHER.matcher(summary);
    if (!matcher.find()) {
      throw new IllegalStateException("no such line in " + summary);
    }
    return Long.parseLong(matcher.group(1));
  }

  private long files() throws IOException {
    long count = 0;
    for (Path root : List.of(folder.resolve("tm"), Path.of(System.getProperty("java.io.tmpdir")))) {
      try (Stream<Path> walk = Files.walk(root)) {
        count += walk.filter(file -> file.toString().contains("pelton-model")).count();
      }
    }
    return count;
  }
}
