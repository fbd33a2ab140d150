package io.pelton.flink;

import io.pelton.flink.error.InvalidSetting;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;

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
 * <p>The slots of a TaskManager share a model's weights. Native memory is part of Flink's managed
 * memory ({@link InferenceBuilder#memoryLimit}). Every slot reports, in the metric group {@code
 * model.<name>}: {@code inference_requests} (runs of the model), {@code inference_requests_success}
 * and {@code inference_requests_failure}, {@code inference_latency} (of a run, in milliseconds),
 * {@code inference_rows_output}, {@code inference_failures} (records left out), the sizes of
 * batches, the plan cache, and memory of every kind; {@code docs/streaming.md} has them all. A
 * job's sums are in its {@link io.pelton.flink.metrics.InferenceSummary}.
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

  /**
   * For streams of Avro's generic or specific records; every record comes out in a {@link
   * Prediction}. Fields are named by their paths from the top record, {@code customer.age}.
   *
   * @param schema of the records, as far as it is known; those of another are read as this one by
   *     Avro's rules
   */
  public static <T extends IndexedRecord> AvroInference.Builder<T> avro(Schema schema) {
    return new AvroInference.Builder<>(InvalidSetting.given("schema", schema));
  }

  /** For streams of records of a class that Avro has generated. */
  public static <T extends SpecificRecord> AvroInference.Builder<T> avro(Class<T> type) {
    return new AvroInference.Builder<>(
        SpecificData.get().getSchema(InvalidSetting.given("type", type)));
  }

  /**
   * For streams of values in Avro's binary encoding, such as those of Kafka: they are decoded
   * straight into columns, only as far as the model needs them, and come out as they are in a
   * {@link Prediction}. A value that is none of its schema goes the way of the error policy.
   *
   * @param writer the schema that the values were written with
   */
  public static AvroInference.Builder<byte[]> avroBytes(Schema writer) {
    return new AvroInference.Builder<>(InvalidSetting.given("writer", writer));
  }

  /**
   * For streams of the rows of tables, as {@code StreamTableEnvironment} and the sources of Flink's
   * table connectors give them. Fields are named by their paths, {@code customer.age} for a field
   * of a row within; every row comes out in a {@link Prediction}, whatever its kind of change.
   */
  public static RowDataInferenceBuilder rowData() {
    return new RowDataInferenceBuilder();
  }

  /**
   * For streams of objects of a class that Flink takes for a POJO, or of a record class; every one
   * comes out in a {@link Prediction}. Fields are named by their paths from the class, {@code
   * customer.age}, and read as Flink's serializer reads them; enums are strings.
   *
   * @throws InvalidSetting for another class, with Flink's reason
   */
  public static <T> PojoInferenceBuilder<T> pojos(Class<T> type) {
    return new PojoInferenceBuilder<>(type);
  }

  /**
   * For streams of arrays for a model of one input, whose rows they are: [N,K] takes arrays of K
   * elements, [N,A,B] those of A times B in row-major order. Every array comes out in a {@link
   * Prediction}.
   *
   * @param type {@code float[]}, {@code double[]}, {@code int[]}, {@code long[]}, {@code boolean[]}
   *     or {@code String[]}
   * @throws InvalidSetting for another class
   */
  public static <A> ArrayInferenceBuilder<A> arrays(Class<A> type) {
    return new ArrayInferenceBuilder<>(type);
  }

  /**
   * For streams of any other records: a function for each model input says what it takes of a
   * record. Every record comes out in a {@link Prediction}.
   *
   * @param type of the records, for the compiler; what counts is the type of the stream
   */
  public static <T> FunctionInferenceBuilder<T> functions(TypeInformation<T> type) {
    InvalidSetting.given("type", type);
    return new FunctionInferenceBuilder<>();
  }

  /** The same for records of a class that is none of a type with parameters. */
  public static <T> FunctionInferenceBuilder<T> functions(Class<T> type) {
    InvalidSetting.given("type", type);
    return new FunctionInferenceBuilder<>();
  }
}
