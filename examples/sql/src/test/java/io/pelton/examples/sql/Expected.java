package io.pelton.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.adult.AdultPipeline;
import io.pelton.examples.sql.FraudExample.Login;
import io.pelton.examples.sql.FraudExample.Purchase;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** What the scripts must give, by the DataStream API, as lines of text that have all bits. */
final class Expected {
  /** Columns of the Adult script's output. */
  static final List<String> ADULT_COLUMNS =
      List.of(
          "age",
          "workclass",
          "fnlwgt",
          "education",
          "income",
          "held_out",
          "label",
          "probabilities");

  /** Columns of the fraud script's last query. */
  static final List<String> FRAUD_COLUMNS =
      List.of("id", "account", "amount", "seconds", "failures", "abroad", "label", "risk");

  private static final BatchPolicy BATCH = BatchPolicy.of(777, Duration.ofMillis(5));

  private static List<String> fraud;
  private static List<String> adult;

  private Expected() {}

  /** Purchases with logins of the ten minutes before, scored; sorted. */
  static synchronized List<String> fraud() throws Exception {
    if (fraud == null) {
      fraud = scored(pairs());
    }
    return fraud;
  }

  /** Rows of the first six of {@link #FRAUD_COLUMNS}, scored; sorted. */
  static List<String> scored(List<Row> rows) throws Exception {
    List<String> names = FRAUD_COLUMNS.subList(0, 6);
    TypeInformation<Row> type =
        Types.ROW_NAMED(
            names.toArray(String[]::new),
            Types.LONG,
            Types.STRING,
            Types.FLOAT,
            Types.FLOAT,
            Types.FLOAT,
            Types.FLOAT);
    DataStream<Prediction<Row>> scored =
        Inference.rows()
            .model(Checkout.SQL.resolve("models").resolve("fraud.onnx").toString())
            .batch(BATCH)
            .build()
            .apply(environment().fromData(rows, type));
    return lines(
        scored,
        prediction -> {
          List<Object> cells = new ArrayList<>();
          names.forEach(name -> cells.add(prediction.input().getField(name)));
          cells.add(prediction.text("label"));
          cells.add(prediction.floats("probabilities")[1]);
          return line(cells);
        });
  }

  /** The plainest join there is. */
  private static List<Row> pairs() {
    FraudExample example = new FraudExample();
    List<Row> pairs = new ArrayList<>();
    for (Purchase purchase : example.purchases) {
      for (Login login : example.logins) {
        long seconds = Duration.between(login.time(), purchase.time()).toSeconds();
        if (login.account().equals(purchase.account()) && seconds >= 0 && seconds <= 600) {
          float abroad = login.country().equals(purchase.country()) ? 0 : 1;
          pairs.add(
              Row.of(
                  purchase.id(),
                  purchase.account(),
                  purchase.amount(),
                  (float) seconds,
                  (float) login.failures(),
                  abroad));
        }
      }
    }
    return pairs;
  }

  /** Everyone of the census, scored; sorted. */
  static synchronized List<String> adult() throws Exception {
    if (adult == null) {
      Path data = Checkout.JOBS.resolve("data").resolve("adult.arrow");
      Path model = Checkout.JOBS.resolve("models").resolve("adult.onnx");
      adult =
          lines(
              new AdultPipeline(data.toString(), model.toString(), BATCH).addTo(environment()),
              Expected::adultLine);
    }
    return adult;
  }

  private static String adultLine(Prediction<Row> prediction) {
    Row row = prediction.input();
    List<Object> cells = new ArrayList<>();
    for (String column : ADULT_COLUMNS.subList(0, 6)) {
      cells.add(row.getField(column));
    }
    cells.add(prediction.text("label"));
    List<Float> floats = new ArrayList<>();
    for (float each : prediction.floats("probabilities")) {
      floats.add(each);
    }
    cells.add(floats);
    return line(cells);
  }

  /** Holds sorted rows against expected ones, and tells the first that differs. */
  static void same(List<String> found, List<String> expected) {
    int rows = Math.min(found.size(), expected.size());
    for (int i = 0; i < rows; i++) {
      assertThat(found.get(i)).as("row " + i + " in order").isEqualTo(expected.get(i));
    }
    assertThat(found.size()).as("rows").isEqualTo(expected.size());
  }

  static String line(List<?> cells) {
    return cells.stream().map(String::valueOf).collect(Collectors.joining("|"));
  }

  private static StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.createLocalEnvironment(2);
  }

  private interface Line {
    String of(Prediction<Row> prediction);
  }

  private static List<String> lines(DataStream<Prediction<Row>> scored, Line line)
      throws Exception {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<Prediction<Row>> results = scored.executeAndCollect()) {
      results.forEachRemaining(each -> lines.add(line.of(each)));
    }
    lines.sort(null);
    return lines;
  }
}
