package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.source.ArrowSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectClusterRESTAddress;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What an embedded cluster shows of a model, to reporters and over its REST API. */
class MetricsITCase {
  private static final int ROWS = 1000;
  private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(configuration())
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static Configuration configuration() {
    Configuration configuration = REPORTER.addToConfiguration(new Configuration());
    configuration.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(50));
    return configuration;
  }

  @TempDir Path folder;
  private Path model;
  private ArrowSource source;

  @BeforeEach
  void files() throws IOException {
    model = TestModels.amounts(folder);
    Path files = Files.createDirectory(folder.resolve("in"));
    AmountsFile.write(files.resolve("amounts.arrow"), ROWS / 100, 100);
    source = ArrowSource.of(files.toString());
  }

  @Test
  void reportersSeeAllThatIsDocumented() throws Exception {
    StreamExecutionEnvironment environment = environment();
    inference().build().apply(rows(environment, source)).sinkTo(new DiscardingSink<>());
    JobID job = environment.execute().getJobID();

    long requests = counter(job, "inference_requests");
    assertThat(requests).isPositive();
    assertThat(counter(job, "inference_requests_success")).isEqualTo(requests);
    assertThat(counter(job, "inference_requests_failure")).isZero();
    assertThat(counter(job, "inference_rows_output")).isEqualTo(ROWS);
    assertThat(((Histogram) metric(job, "inference_latency")).getCount()).isPositive();
    assertThat(((Histogram) metric(job, "batch_rows")).getStatistics().getMax()).isBetween(1L, 64L);
    assertThat(((Histogram) metric(job, "batch_fill")).getStatistics().getMax())
        .isBetween(1L, 100L);
    assertThat(gauge(job, "batch_size_target")).isEqualTo(64);
    assertThat((String) gauge(job, "model_checksum")).matches("[0-9a-f]{64}");
    assertThat(gauge(job, "device_bytes")).isEqualTo(0L);
    assertThat(gauge(job, "managed_bytes")).isEqualTo(gauge(job, "arrow_limit_bytes"));

    String documented =
        Files.readString(Path.of(System.getProperty("pelton.root"), "docs", "streaming.md"));
    assertThat(names(job)).isNotEmpty().allMatch(name -> documented.contains("`" + name + "`"));
  }

  @Test
  void inferencesOfOneSlotShareItsManagedMemory() throws Exception {
    StreamExecutionEnvironment environment = environment();
    DataStream<Row> rows = rows(environment, source);
    inference().name("a").build().apply(rows).sinkTo(new DiscardingSink<>());
    inference().name("b").build().apply(rows).sinkTo(new DiscardingSink<>());
    JobID job = environment.execute().getJobID();

    long a = (Long) gauge(job, "model.a.managed_bytes");
    assertThat(a).isEqualTo(gauge(job, "model.b.managed_bytes"));
    // 80 MB for two slots
    assertThat(2 * a).isBetween(39L << 20, 40L << 20);
  }

  @Test
  void theWebInterfaceShowsThem(@InjectClusterRESTAddress URI rest) throws Exception {
    StreamExecutionEnvironment environment = environment();
    inference()
        .build()
        .apply(rows(environment, source.monitorEvery(Duration.ofMinutes(1))))
        .sinkTo(new DiscardingSink<>());
    JobClient job = environment.executeAsync();
    try {
      Map<String, String> shown =
          Until.good(
              () -> shown(rest + "/jobs/" + job.getJobID()),
              values -> Integer.toString(ROWS).equals(values.get("inference_rows_output")));
      assertThat(shown)
          .containsKeys("inference_requests", "inference_latency_p95", "batch_rows_mean")
          .containsEntry("inference_failures", "0");
      assertThat(shown.get("model_checksum")).matches("[0-9a-f]{64}");
    } finally {
      job.cancel().get();
    }
  }

  /** Of all operators, the model's metrics by name. */
  private static Map<String, String> shown(String job) throws Exception {
    Map<String, String> values = new TreeMap<>();
    for (String vertex : found("\"id\":\"([0-9a-f]{32})\",\"slotSharingGroupId\"", get(job))) {
      String metrics = job + "/vertices/" + vertex + "/metrics";
      List<String> ids = found("\"id\":\"([^\"]*\\.model\\.amounts\\.[^\"]*)\"", get(metrics));
      if (!ids.isEmpty()) {
        String answer = get(metrics + "?get=" + String.join(",", ids));
        Matcher each =
            Pattern.compile("model\\.amounts\\.([^\"]*)\",\"value\":\"([^\"]*)\"").matcher(answer);
        while (each.find()) {
          values.put(each.group(1), each.group(2));
        }
      }
    }
    return values;
  }

  private static List<String> found(String pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String get(String uri) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static long counter(JobID job, String name) {
    return ((Counter) metric(job, name)).getCount();
  }

  private static Object gauge(JobID job, String name) {
    return ((Gauge<?>) metric(job, name)).getValue();
  }

  private static Metric metric(JobID job, String name) {
    String id = name.startsWith("model.") ? name : "model.amounts." + name;
    return REPORTER.findMetric(job, id + "$").orElseThrow();
  }

  private static Set<String> names(JobID job) {
    Set<String> names = new TreeSet<>();
    for (String id : REPORTER.getMetricsByIdentifiers(job).keySet()) {
      if (id.contains(".model.amounts.")) {
        names.add(id.substring(id.lastIndexOf('.') + 1));
      }
    }
    return names;
  }

  private RowInference.Builder inference() {
    return Inference.rows().model(model.toString()).batch(BatchPolicy.of(64, Duration.ofMillis(5)));
  }

  private static DataStream<Row> rows(StreamExecutionEnvironment environment, ArrowSource source) {
    return environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), "amounts")
        .flatMap(ArrowRows.of(source.schema()));
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    return environment;
  }
}
