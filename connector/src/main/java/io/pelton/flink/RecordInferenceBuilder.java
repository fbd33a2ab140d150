package io.pelton.flink;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.RecordEncoding;
import io.pelton.flink.operator.RowInferenceOperatorFactory;
import io.pelton.flink.operator.RowOutputs;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.type.PredictionTypeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The settings of inferences on single records, each of which comes out in a {@link Prediction}.
 *
 * @param <T> records of the stream
 * @param <B> the builder itself
 */
@PublicEvolving
public abstract sealed class RecordInferenceBuilder<T, B extends RecordInferenceBuilder<T, B>>
    extends InferenceBuilder<T, B>
    permits RowInference.Builder,
        AvroInference.Builder,
        RowDataInferenceBuilder,
        PojoInferenceBuilder,
        ArrayInferenceBuilder,
        FunctionInferenceBuilder {
  private final Map<String, String> outputs = new LinkedHashMap<>();

  RecordInferenceBuilder() {}

  /**
   * What was built.
   *
   * @param inputs of the model, where it can be read here
   * @param outputs names of the outputs, in order
   */
  record Scoring<T>(ScoringSpec<T> spec, Optional<List<Port>> inputs, List<String> outputs) {
    /** Holds the fields of records against the model's inputs, where those are known. */
    void check(RecordEncoding<T> encoding) {
      inputs.ifPresent(ports -> encoding.check(ports, spec));
    }

    /**
     * Scores a stream.
     *
     * @param type of the records in the predictions
     */
    SingleOutputStreamOperator<Prediction<T>> apply(
        DataStream<T> records, TypeInformation<T> type, RecordEncoding<T> encoding) {
      check(encoding);
      return spec.withMemory(
          withoutKeys(records)
              .transform(
                  "Inference " + spec.model().name(),
                  new PredictionTypeInfo<>(type, outputs),
                  new RowInferenceOperatorFactory<>(spec, encoding)));
    }
  }

  /** Lets only this model output come out, and those of other such calls, in their order. */
  public B output(String output) {
    return output(output, output);
  }

  /**
   * @param as its name in the prediction
   */
  public B output(String output, String as) {
    InvalidSetting.named("output", output);
    if (outputs.containsValue(InvalidSetting.named("output", as))) {
      throw twice("output", as);
    }
    if (outputs.putIfAbsent(output, as) != null) {
      throw twice("output", output);
    }
    return self();
  }

  /** Checks everything that can be checked before the stream is known. */
  final Scoring<T> scoring() {
    OutputRules rules = new OutputRules(outputs);
    ModelSpec model = modelSpec();
    Optional<ModelSpec.Source> source =
        readHere(model, unreadable -> checkNamed(rules, unreadable));
    List<String> names =
        source
            .map(s -> new RowOutputs(s.graph().outputPorts(), rules, 1).names())
            .orElseGet(() -> List.copyOf(outputs.values()));
    source.ifPresent(s -> inputRules().bindings(s.graph().inputPorts()));
    source.ifPresent(s -> checkLengths(s.graph().inputPorts()));
    return new Scoring<>(
        spec(model, source, rules), source.map(s -> s.graph().inputPorts()), names);
  }

  private static void checkNamed(OutputRules rules, ModelUnreadable unreadable) {
    if (!rules.areNamed()) {
      throw new InvalidSetting(
          "output",
          "the outputs by name, as model '" + unreadable.model() + "' can't be read here",
          "none",
          "call output(…) for each, or make the model readable where the job is built: "
              + unreadable.reason(),
          unreadable);
    }
  }
}
