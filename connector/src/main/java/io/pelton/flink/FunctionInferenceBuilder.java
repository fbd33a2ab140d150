package io.pelton.flink;

import io.pelton.engine.tensor.DType;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.operator.FunctionColumn;
import io.pelton.flink.operator.FunctionEncoding;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Settings of an inference on records of any class, with a function for each model input; made by
 * {@link Inference#functions}.
 *
 * <pre>{@code
 * Inference.functions(Order.class)
 *     .model("s3://models/fraud.onnx")
 *     .number("amount", order -> order.total().amount())
 *     .integer("items", order -> order.lines().size())
 *     .text("country", order -> order.address().country())
 *     .numbers("history", order -> order.lastAmounts())
 *     .build()
 *     .apply(orders);
 * }</pre>
 *
 * @param <T> records of the stream
 */
@PublicEvolving
public final class FunctionInferenceBuilder<T>
    extends RecordInferenceBuilder<T, FunctionInferenceBuilder<T>> {
  private final Map<String, FunctionColumn<T>> functions = new LinkedHashMap<>();

  FunctionInferenceBuilder() {}

  @Override
  FunctionInferenceBuilder<T> self() {
    return this;
  }

  /** Feeds an input of floats, [N] or [N,1]; what it gives is rounded once to the input's type. */
  public FunctionInferenceBuilder<T> number(String input, InputFunction.OfNumber<T> function) {
    return add(input, function, new FunctionColumn.OfNumber<>(function));
  }

  /** Feeds an input of integers or floats, [N] or [N,1]. */
  public FunctionInferenceBuilder<T> integer(String input, InputFunction.OfInteger<T> function) {
    return add(input, function, new FunctionColumn.OfInteger<>(function));
  }

  /** Feeds an input of truth values, or of numbers, which are 1 and 0; [N] or [N,1]. */
  public FunctionInferenceBuilder<T> truth(String input, InputFunction.OfTruth<T> function) {
    return add(input, function, new FunctionColumn.OfTruth<>(function));
  }

  /** Feeds an input of strings, [N] or [N,1]. */
  public FunctionInferenceBuilder<T> text(String input, InputFunction<T, String> function) {
    return add(input, function, new FunctionColumn.OfValue<>(function, DType.STRING, false));
  }

  /** Feeds an input of floats with several values a row, in row-major order. */
  public FunctionInferenceBuilder<T> numbers(String input, InputFunction<T, float[]> function) {
    return add(input, function, new FunctionColumn.OfValue<>(function, DType.F32, true));
  }

  /** Feeds an input of integers or floats with several values a row, in row-major order. */
  public FunctionInferenceBuilder<T> integers(String input, InputFunction<T, long[]> function) {
    return add(input, function, new FunctionColumn.OfValue<>(function, DType.I64, true));
  }

  /** Feeds an input of strings with several values a row, in row-major order. */
  public FunctionInferenceBuilder<T> texts(String input, InputFunction<T, String[]> function) {
    return add(input, function, new FunctionColumn.OfValue<>(function, DType.STRING, true));
  }

  /**
   * Feeds an input with a number, a truth value, a string, or, where the input has several values a
   * row, an array or a list of these; null follows the input's null policy. Whether the values suit
   * the input shows with the first record only: the other methods tell when the job is built.
   */
  public FunctionInferenceBuilder<T> input(String input, InputFunction<T, ?> function) {
    return add(input, function, new FunctionColumn.OfValue<>(function, null, false));
  }

  /**
   * Not for records without named fields.
   *
   * @throws InvalidSetting always
   */
  @Override
  public FunctionInferenceBuilder<T> input(String input, String... fields) {
    throw new InvalidSetting(
        "input",
        "a function for '" + input + "'",
        "names of fields",
        "give a function, or call rows(), rowData(), pojos(…) or avro(…) for records with fields");
  }

  private FunctionInferenceBuilder<T> add(String input, Object given, FunctionColumn<T> column) {
    InvalidSetting.named("input", input);
    InvalidSetting.given("input", given);
    checkSerializable(input, given);
    if (functions.putIfAbsent(input, column) != null) {
      throw twice("input", input);
    }
    return this;
  }

  private static void checkSerializable(String input, Object function) {
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(function);
    } catch (IOException e) {
      throw new InvalidSetting(
          "input",
          "a serializable function for '" + input + "'",
          e.toString(),
          "let it capture only what is serializable, such as locals instead of 'this'",
          e);
    }
  }

  /**
   * Checks everything that can be checked here.
   *
   * @throws InvalidSetting for an input without a function
   * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
   *     wrong with the model
   */
  public RecordInference<T> build() {
    Scoring<T> scoring = scoring();
    FunctionEncoding<T> encoding = new FunctionEncoding<>(functions);
    scoring.check(encoding);
    return new RecordInference<>(scoring, stream -> encoding);
  }
}
