package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ListPadding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.RaggedBinder;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.tensor.Extent;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.RaggedModels;
import io.pelton.flink.SharedFolder;
import io.pelton.onnx.ImportOptions;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which models are found to mask padding. */
class PaddingProbeTest {
  private static final LengthPolicy POWERS = LengthPolicy.powersOfTwo(8);

  @TempDir Path folder;

  private static PaddingVerdict verdict(Path file, LengthPolicy policy) throws IOException {
    NamedGraph graph =
        OnnxModel.parse(Files.readAllBytes(file), file.toString(), ImportOptions.defaults())
            .graph();
    CompiledGraph compiled =
        CompiledGraph.compile(
            graph, CompileOptions.on((String) null, PaddingProbeTest.class.getClassLoader()));
    List<ModelInput> inputs = InputRules.modelInputs(graph.inputPorts(), 64);
    List<Field> fields = new ArrayList<>();
    List<InputBinding> bindings = new ArrayList<>();
    for (ModelInput input : inputs) {
      boolean isMask = policy.masks().contains(input.name());
      bindings.add(
          isMask
              ? InputBinding.mask(input.name())
              : InputBinding.column(input.name(), input.name()));
      fields.add(field(input));
    }
    RaggedBinder binder =
        BatchBinder.of(new Schema(fields), inputs, bindings).ragged(ListPadding.none());
    long[] longest = new long[binder.axes()];
    Arrays.fill(longest, Extent.UNBOUNDED);
    LengthGroups groups = new LengthGroups(binder, policy, longest);
    return new PaddingProbe(compiled, inputs, binder, policy, groups).verdict();
  }

  private static Field field(ModelInput input) {
    ArrowType element =
        input.dtype().isFloat()
            ? new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)
            : new ArrowType.Int(64, true);
    return input.shape().extent(1).isFixed()
        ? Field.nullable(input.name(), element)
        : new Field(
            input.name(),
            FieldType.nullable(ArrowType.List.INSTANCE),
            List.of(Field.nullable("item", element)));
  }

  @Test
  void aModelThatMasksIsPaddedAndTheOutputsThatGrowAreKnown() throws IOException {
    Path masked = RaggedModels.masked(folder);
    for (LengthPolicy policy :
        List.of(POWERS, POWERS.withMask("mask"), LengthPolicy.buckets(5, 6, 9))) {
      PaddingVerdict verdict = verdict(masked, policy);
      assertThat(verdict.reason()).isEmpty();
      assertThat(verdict.isMasked()).isTrue();
      assertThat(verdict.axes()).containsExactly(0, -1, -1);
    }
  }

  @Test
  void aMaskThatIsPaddedWithOnesMasksNothing() throws IOException {
    PaddingVerdict verdict = verdict(RaggedModels.masked(folder), POWERS.withPad("mask", 1));
    assertThat(verdict.isMasked()).isFalse();
    assertThat(verdict.reason())
        .startsWith("a list of 1 elements gives other bits of output '")
        .endsWith("when it is padded to 8");
  }

  @Test
  void anAverageDoesNotMask() throws IOException {
    PaddingVerdict verdict = verdict(RaggedModels.averaged(folder), POWERS);
    assertThat(verdict.isMasked()).isFalse();
    assertThat(verdict.reason()).contains("output 'mean'");
  }

  @Test
  void listsOfTwoLengthsArePaddedEach() throws IOException {
    PaddingVerdict verdict = verdict(RaggedModels.pairs(folder), POWERS);
    assertThat(verdict.isMasked()).isTrue();
    assertThat(verdict.axes()).containsExactly(-1);
  }

  @Test
  void whatIsPaddedCountsNotWhatCouldBe() throws IOException {
    PaddingVerdict verdict = verdict(RaggedModels.pairs(folder), POWERS.withPad("left", 0.5));
    assertThat(verdict.isMasked()).isFalse();
    assertThat(verdict(RaggedModels.pairs(folder), LengthPolicy.buckets(1, 2, 3)).reason())
        .isEqualTo("no bucket has room for padding");
  }

  @Test
  void realModels() throws IOException {
    PaddingVerdict bert = verdict(SharedFolder.path("models/tribuo_tinybert/model.onnx"), POWERS);
    assertThat(bert.reason()).isEmpty();
    assertThat(bert.axes()).containsExactly(0, -1);
    PaddingVerdict encoder =
        verdict(SharedFolder.path("models/vespa_random_encoder/model.onnx"), POWERS);
    assertThat(encoder.isMasked()).isFalse();
  }

  @Test
  void slotsShareAVerdictUntilTheyAskForAnother() throws IOException {
    CompiledGraph compiled =
        CompiledGraph.compile(
            OnnxModel.parse(
                    Files.readAllBytes(RaggedModels.averaged(folder)),
                    "averaged",
                    ImportOptions.defaults())
                .graph(),
            CompileOptions.on((String) null, getClass().getClassLoader()));
    AtomicInteger probes = new AtomicInteger();
    for (Object settings : List.of("a", "a", "b", "a")) {
      PaddingVerdicts.on(compiled)
          .get(
              "averaged",
              settings,
              () -> PaddingVerdict.unmasked("probe " + probes.incrementAndGet()));
    }
    assertThat(probes).hasValue(2);
  }
}
