package io.pelton.examples.adult;

import io.pelton.arrow.NullPolicy;
import io.pelton.flink.ArrowRows;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.source.ArrowSource;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;

/**
 * Arrow file to rows to predictions. A missing number is a NaN that the trees route; a missing
 * string is the category {@code ?}.
 *
 * @param data an Arrow IPC file with the census columns
 * @param model an ONNX pipeline with one input per feature column
 * @param batch when a micro-batch is scored
 */
public record AdultPipeline(String data, String model, BatchPolicy batch) {
  /** What metrics and the summary call the model. */
  public static final String MODEL_NAME = "adult";

  private static final List<String> TEXT_COLUMNS =
      List.of(
          "workclass",
          "education",
          "marital-status",
          "occupation",
          "relationship",
          "race",
          "sex",
          "native-country");

  /** Adds source, rows and inference to a job. */
  public SingleOutputStreamOperator<Prediction<Row>> addTo(StreamExecutionEnvironment environment) {
    return inference().apply(rows(environment, data));
  }

  /** The rows of the file as the pipeline reads them. */
  public static SingleOutputStreamOperator<Row> rows(
      StreamExecutionEnvironment environment, String data) {
    ArrowSource source = ArrowSource.of(data);
    return environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), "census")
        .flatMap(ArrowRows.of(source.schema()))
        .name("rows");
  }

  private RowInference inference() {
    RowInference.Builder inference =
        Inference.rows().name(MODEL_NAME).model(model).batch(batch).nulls(NullPolicy.nan());
    TEXT_COLUMNS.forEach(column -> inference.nulls(column, NullPolicy.defaultValue("?")));
    return inference.build();
  }
}
