package io.pelton.flink;

import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.operator.InputRules;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.RowInferenceOperatorFactory;
import io.pelton.flink.operator.RowOutputs;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.type.PredictionTypeInfo;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Row;

/** Scores streams of rows; made by {@link Inference#rows}. */
@PublicEvolving
public final class RowInference {
  private final ScoringSpec<Row> spec;
  private final Optional<List<Port>> inputs;
  private final List<String> outputs;

  private RowInference(ScoringSpec<Row> spec, Optional<List<Port>> inputs, List<String> outputs) {
    this.spec = spec;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /** Names of the outputs of every prediction, in order. */
  public List<String> outputs() {
    return outputs;
  }

  /**
   * Scores a stream. Order, timestamps and watermarks are kept.
   *
   * @throws io.pelton.engine.error.PeltonException naming the field and the rule that it breaks
   */
  public SingleOutputStreamOperator<Prediction<Row>> apply(DataStream<Row> rows) {
    RowTypeInfo type = RowFields.of(InvalidSetting.given("rows", rows).getType());
    inputs.ifPresent(ports -> check(ports, type));
    return rows.transform(
        "Inference " + spec.model().name(),
        new PredictionTypeInfo<>(type, outputs),
        new RowInferenceOperatorFactory(spec, List.of(type.getFieldNames())));
  }

  private void check(List<Port> ports, RowTypeInfo rows) {
    List<ModelInput> modelInputs = InputRules.modelInputs(ports, spec.batch().maxRows());
    List<InputBinding> bindings = spec.inputs().bindings(ports);
    Set<String> wanted = new LinkedHashSet<>();
    bindings.forEach(binding -> wanted.addAll(binding.columns()));
    Arrays.stream(rows.getFieldNames())
        .filter(wanted::contains)
        .forEach(field -> RowFields.field(rows, field));
    BatchBinder.of(RowFields.schema(rows), modelInputs, bindings);
  }

  /** Settings of an inference on rows. */
  @PublicEvolving
  public static final class Builder extends InferenceBuilder<Row, Builder> {
    private final Map<String, String> outputs = new LinkedHashMap<>();

    Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Lets only this model output come out, and those of other such calls, in their order. */
    public Builder output(String output) {
      return output(output, output);
    }

    /**
     * @param as its name in the prediction
     */
    public Builder output(String output, String as) {
      InvalidSetting.named("output", output);
      if (outputs.containsValue(InvalidSetting.named("output", as))) {
        throw twice("output", as);
      }
      if (outputs.putIfAbsent(output, as) != null) {
        throw twice("output", output);
      }
      return this;
    }

    /**
     * Checks everything that can be checked before the stream is known.
     *
     * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
     *     wrong with the model
     */
    public RowInference build() {
      OutputRules rules = new OutputRules(outputs);
      ModelSpec model = modelSpec();
      Optional<ModelSpec.Source> source =
          readHere(model, unreadable -> checkNamed(rules, unreadable));
      List<String> names =
          source
              .map(s -> new RowOutputs(s.graph().outputPorts(), rules, 1).names())
              .orElseGet(() -> List.copyOf(outputs.values()));
      source.ifPresent(s -> inputRules().bindings(s.graph().inputPorts()));
      return new RowInference(
          new ScoringSpec<>(
              source.map(s -> model.withSha256(s.sha256())).orElse(model),
              inputRules(),
              rules,
              batch(),
              errors(),
              memoryLimit(),
              mayMixRows()),
          source.map(s -> s.graph().inputPorts()),
          names);
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
}
