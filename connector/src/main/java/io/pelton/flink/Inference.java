package io.pelton.flink;

import org.apache.flink.annotation.PublicEvolving;

/**
 * Scores a stream with a model.
 *
 * <pre>{@code
 * DataStream<Prediction<Row>> scored =
 *     Inference.rows()
 *         .model("s3://models/adult.onnx")
 *         .nulls("workclass", NullPolicy.defaultValue("?"))
 *         .batch(BatchPolicy.of(1024, Duration.ofMillis(5)))
 *         .build()
 *         .apply(people);
 *
 * DataStream<ArrowBatch> columns =
 *     Inference.arrow()
 *         .model("s3://models/adult.onnx")
 *         .schema(source.schema())
 *         .output("label", "income")
 *         .build()
 *         .apply(batches);
 * }</pre>
 *
 * <p>Model inputs take the fields of their own names unless {@code input(…)} says otherwise, and
 * all outputs come out unless {@code output(…)} chooses. Model, fields, types and policies are
 * checked once when the job is built, as far as the model can be read there, and again when each
 * slot opens.
 *
 * <p>The slots of a TaskManager share a model's weights. Every slot reports, in the metric group
 * {@code model.<name>}: {@code inference_requests} (runs of the model), {@code inference_rows},
 * {@code inference_failures} (records left out), {@code batch_rows_mean}, {@code plan_cache_hits},
 * {@code plan_cache_misses}, {@code arena_bytes}, {@code weight_bytes}, {@code arrow_bytes}, {@code
 * arrow_peak_bytes}, {@code arrow_limit_bytes}; a job's sums are in its {@link
 * io.pelton.flink.metrics.InferenceSummary}.
 */
@PublicEvolving
public final class Inference {
  private Inference() {}

  /** For streams of rows with named fields; every row comes out in a {@link Prediction}. */
  public static RowInference.Builder rows() {
    return new RowInference.Builder();
  }

  /** For streams of Arrow batches; the outputs come out as further columns. */
  public static ArrowInference.Builder arrow() {
    return new ArrowInference.Builder();
  }
}
