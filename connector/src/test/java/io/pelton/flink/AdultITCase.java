package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.flink.source.ArrowSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The committed census model on all rows: what is said of a row never depends on its company. */
class AdultITCase {
  private static final Path JOBS = Path.of(System.getProperty("pelton.root"), "examples", "jobs");
  private static final String MODEL = JOBS.resolve("models/adult.onnx").toString();
  private static final ArrowSource SOURCE =
      ArrowSource.of(JOBS.resolve("data/adult.arrow").toString());
  private static final List<String> TEXTS =
      List.of(
          "workclass",
          "education",
          "marital-status",
          "occupation",
          "relationship",
          "race",
          "sex",
          "native-country");
  private static final int ROWS = 32_561;

  /** Truth, whether it was held out, the same label, two probabilities. */
  private static final Pattern RIGHT =
      Pattern.compile("\\|([^|]+)\\|(true|false)\\|\\1\\|[^|]+\\|[^|]+$");

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder().setNumberSlotsPerTaskManager(2).build());

  private static List<String> expected;

  @BeforeEach
  void scoreOnce() throws Exception {
    if (expected != null) {
      return;
    }
    expected = scoreRows(1024, 1);
    assertThat(expected).hasSize(ROWS);
    // the model is a good one, and so its label mostly agrees with the truth
    assertThat(expected.stream().filter(RIGHT.asPredicate()).count())
        .isGreaterThan(ROWS * 85 / 100);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "7, 1", "64, 2", "1024, 2"})
  void rowsAreBitIdentical(int maxRows, int parallelism) throws Exception {
    assertThat(scoreRows(maxRows, parallelism)).isEqualTo(expected);
  }

  @Test
  void batchesAreBitIdentical() throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    DataStream<ArrowBatch> scored =
        configure(Inference.arrow().schema(SOURCE.schema()), 1000)
            .build()
            .apply(environment.fromSource(SOURCE, WatermarkStrategy.noWatermarks(), "census"));
    List<String> lines = new ArrayList<>();
    for (ArrowBatch batch : collect(scored)) {
      for (Row row : Batches.rows(batch)) {
        int outputs = row.getArity() - 3;
        Row input = Row.withPositions(outputs);
        for (int i = 0; i < outputs; i++) {
          input.setField(i, row.getField(i));
        }
        lines.add(
            line(
                input,
                (String) row.getField(outputs),
                (Float) row.getField(outputs + 1),
                (Float) row.getField(outputs + 2)));
      }
    }
    lines.sort(null);
    assertThat(lines).isEqualTo(expected);
  }

  private static List<String> scoreRows(int maxRows, int parallelism) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(parallelism);
    DataStream<Row> rows =
        environment
            .fromSource(SOURCE, WatermarkStrategy.noWatermarks(), "census")
            .flatMap(ArrowRows.of(SOURCE.schema()));
    List<String> lines = new ArrayList<>();
    for (Prediction<Row> prediction :
        collect(configure(Inference.rows(), maxRows).build().apply(rows))) {
      float[] probabilities = prediction.floats("probabilities");
      lines.add(
          line(prediction.input(), prediction.text("label"), probabilities[0], probabilities[1]));
    }
    lines.sort(null);
    return lines;
  }

  private static <T, B extends InferenceBuilder<T, B>> B configure(B builder, int maxRows) {
    builder.model(MODEL).batch(BatchPolicy.of(maxRows, Duration.ofMillis(5)));
    TEXTS.forEach(text -> builder.nulls(text, NullPolicy.defaultValue("?")));
    return builder;
  }

  /** A row with its label and the bits of its probabilities. */
  private static String line(Row input, String label, float low, float high) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < input.getArity(); i++) {
      line.append(input.getField(i)).append('|');
    }
    return line.append(label)
        .append('|')
        .append(Integer.toHexString(Float.floatToIntBits(low)))
        .append('|')
        .append(Integer.toHexString(Float.floatToIntBits(high)))
        .toString();
  }

  private static <T> List<T> collect(DataStream<T> stream) throws Exception {
    List<T> elements = new ArrayList<>();
    try (CloseableIterator<T> iterator = stream.executeAndCollect()) {
      iterator.forEachRemaining(elements::add);
    }
    return elements;
  }
}
