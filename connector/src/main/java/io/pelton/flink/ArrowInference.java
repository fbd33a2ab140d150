package io.pelton.flink;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.OutputBinder;
import io.pelton.arrow.OutputBinding;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.operator.ArrowInferenceOperatorFactory;
import io.pelton.flink.operator.ArrowOutputs;
import io.pelton.flink.operator.InputRules;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Scores streams of Arrow batches; made by {@link Inference#arrow}. */
@PublicEvolving
public final class ArrowInference {
  private final ScoringSpec<ArrowBatch> spec;
  private final List<OutputBinding> outputs;

  private ArrowInference(ScoringSpec<ArrowBatch> spec, List<OutputBinding> outputs) {
    this.spec = spec;
    this.outputs = List.copyOf(outputs);
  }

  /**
   * Scores a stream. A batch of more rows than the batch policy has is cut, a smaller one is scored
   * as it is: batches are not joined, so that nothing waits. Each comes out with its own columns
   * followed by the outputs', without the rows that could not be scored, and not at all when no row
   * is left.
   */
  public SingleOutputStreamOperator<ArrowBatch> apply(DataStream<ArrowBatch> batches) {
    InvalidSetting.given("batches", batches);
    return spec.withMemory(
        InferenceBuilder.withoutKeys(batches)
            .transform(
                "Inference " + spec.model().name(),
                ArrowBatchTypeInfo.INSTANCE,
                new ArrowInferenceOperatorFactory(spec, outputs)));
  }

  /** Settings of an inference on batches. */
  @PublicEvolving
  public static final class Builder extends InferenceBuilder<ArrowBatch, Builder> {
    private final List<OutputBinding> outputs = new ArrayList<>();
    private Schema schema;

    Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** The columns of the batches, where they are known, to be checked when the job is built. */
    public Builder schema(Schema columns) {
      schema = InvalidSetting.given("schema", columns);
      return this;
    }

    /**
     * Lets only this model output come out, and those of other such calls, in their order: as one
     * column of its name for [N] and [N,1], as columns {@code name_0}, {@code name_1}, … for [N,K],
     * as a column of maps for maps.
     */
    public Builder output(String output) {
      return output(OutputBinding.standard(InvalidSetting.named("output", output)));
    }

    /** Lets a model output of shape [N] or [N,1] come out as a column of another name. */
    public Builder output(String output, String column) {
      return output(
          OutputBinding.column(
              InvalidSetting.named("output", output), InvalidSetting.named("output", column)));
    }

    /** Lets a model output come out in any way that the bridge knows. */
    public Builder output(OutputBinding binding) {
      outputs.add(InvalidSetting.given("output", binding));
      return this;
    }

    /**
     * Checks everything that can be checked here.
     *
     * @throws io.pelton.engine.error.PeltonException naming the setting and its rule, or what is
     *     wrong with the model
     */
    public ArrowInference build() {
      ModelSpec model = modelSpec();
      Optional<ModelSpec.Source> source = readHere(model, unreadable -> {});
      source.ifPresent(s -> check(s.graph().inputPorts(), s.graph().outputPorts()));
      return new ArrowInference(spec(model, source, new OutputRules(Map.of())), outputs);
    }

    private void check(List<Port> inputPorts, List<Port> outputPorts) {
      OutputBinder binder = ArrowOutputs.binder(outputPorts, outputs);
      var bindings = inputRules().bindings(inputPorts);
      checkLengths(inputPorts);
      if (schema != null) {
        BatchBinder.of(schema, InputRules.modelInputs(inputPorts, batch().maxRows()), bindings);
        ArrowOutputs.checkNames(schema, binder.schema());
      }
    }
  }
}
