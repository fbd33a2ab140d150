package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.TokenModels;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.text.Pooling;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Pooling and normalization behind a model, against a twin in double precision. */
class OutputHeadTest {
  private static final ClassLoader LOADER = OutputHeadTest.class.getClassLoader();
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);
  private static final int PADDED = 37;

  @TempDir Path folder;

  private static ModelSpec spec(Path file, Pooling pooling, boolean normalizes) {
    return new ModelSpec("m", new ModelLocation.FilePath(file.toString()), null, "cpu")
        .withHead(new OutputHead(pooling, normalizes, TextInputs.USUAL));
  }

  private static NamedGraph graph(Path file, Pooling pooling, boolean normalizes) {
    return spec(file, pooling, normalizes).read(LOADER).graph();
  }

  private static long[][] texts() {
    SplittableRandom random = new SplittableRandom(3);
    long[][] texts = new long[12][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new long[i == 0 ? 1 : 1 + random.nextInt(PADDED)];
      Arrays.setAll(texts[i], at -> random.nextInt(TokenModels.VOCABULARY));
    }
    return texts;
  }

  /** Runs texts padded to one length; what they are padded with has no say. */
  private static float[][] run(ExecutableGraph executable, int length, long pad, long[]... texts) {
    long[] ids = new long[texts.length * length];
    long[] mask = new long[ids.length];
    Arrays.fill(ids, pad);
    for (int row = 0; row < texts.length; row++) {
      System.arraycopy(texts[row], 0, ids, row * length, texts[row].length);
      Arrays.fill(mask, row * length, row * length + texts[row].length, 1);
    }
    Tensor pooled =
        (Tensor)
            executable
                .run(
                    Map.of(
                        "input_ids", Tensor.of(ids, texts.length, length),
                        "attention_mask", Tensor.of(mask, texts.length, length),
                        "token_type_ids", Tensor.of(new long[ids.length], texts.length, length)))
                .get("last_hidden_state");
    assertThat(pooled.dims()).containsExactly(texts.length, TokenModels.WIDTH);
    double[] values = pooled.toDoubles();
    float[][] rows = new float[texts.length][TokenModels.WIDTH];
    for (int i = 0; i < values.length; i++) {
      rows[i / TokenModels.WIDTH][i % TokenModels.WIDTH] = (float) values[i];
    }
    return rows;
  }

  private static double[] twin(Pooling pooling, boolean normalizes, long[] ids) {
    double[] pooled = new double[TokenModels.WIDTH];
    float[] offset = TokenModels.vector(0);
    for (int element = 0; element < pooled.length; element++) {
      int at = element;
      double[] values =
          Arrays.stream(ids)
              .mapToDouble(id -> TokenModels.vector((int) id)[at] + offset[at])
              .toArray();
      pooled[element] =
          switch (pooling) {
            case MEAN -> Arrays.stream(values).average().orElseThrow();
            case MAX -> Arrays.stream(values).max().orElseThrow();
            case CLS -> values[0];
            case LAST -> values[values.length - 1];
            case NONE -> Double.NaN;
          };
    }
    double norm = Math.sqrt(Arrays.stream(pooled).map(value -> value * value).sum());
    return normalizes ? Arrays.stream(pooled).map(value -> value / norm).toArray() : pooled;
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void aTextGivesWhatItsTokensGiveWhateverIsBesideThem(Pooling pooling) {
    long[][] texts = texts();
    for (boolean normalizes : List.of(false, true)) {
      NamedGraph graph = graph(TokenModels.encoder(folder), pooling, normalizes);
      try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on("cpu", LOADER));
          ExecutableGraph executable = compiled.newExecutable()) {
        float[][] together = run(executable, PADDED, 7, texts);
        for (int row = 0; row < texts.length; row++) {
          double[] expected = twin(pooling, normalizes, texts[row]);
          for (int i = 0; i < expected.length; i++) {
            assertThat((double) together[row][i]).isCloseTo(expected[i], CLOSE);
          }
          float[] alone = run(executable, texts[row].length, 0, texts[row])[0];
          assertThat(alone).as("row %d", row).isEqualTo(together[row]);
          assertThat(run(executable, PADDED + 27, 9, texts[row])[0]).isEqualTo(alone);
        }
        assertThat(compiled.mixesRows()).isFalse();
        assertThat(compiled.runsInSegments()).isFalse();
      }
    }
  }

  /** A model without a mask has no padding. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void withoutAMaskEveryTokenCounts(Pooling pooling) {
    NamedGraph graph = graph(TokenModels.plain(folder), pooling, false);
    long[] ids = {5, 3, 9};
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on("cpu", LOADER));
        ExecutableGraph executable = compiled.newExecutable()) {
      Tensor pooled = (Tensor) executable.run(Map.of("ids", Tensor.of(ids, 1, 3))).get("vectors");
      float[] offset = TokenModels.vector(0);
      double[] expected = twin(pooling, false, ids);
      double[] found = pooled.toDoubles();
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i]).isCloseTo(expected[i] - offset[i], CLOSE);
      }
    }
  }

  @Test
  void vectorsOfWholeTextsCanBeNormalized() {
    NamedGraph graph = graph(TokenModels.single(folder), Pooling.NONE, true);
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on("cpu", LOADER));
        ExecutableGraph executable = compiled.newExecutable()) {
      Tensor found =
          (Tensor) executable.run(Map.of("id", Tensor.of(new long[] {4}, 1))).get("embedding");
      double square = Arrays.stream(found.toDoubles()).map(value -> value * value).sum();
      assertThat(square).isCloseTo(1, CLOSE);
      assertThat(found.toDoubles()[0] * TokenModels.vector(4)[1])
          .isCloseTo(found.toDoubles()[1] * TokenModels.vector(4)[0], CLOSE);
    }
  }

  @Test
  void aHeadIsForOneOutputThatSuitsIt() {
    assertThatThrownBy(() -> graph(TokenModels.single(folder), Pooling.MEAN, false))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting pooling: expected a model with one output of floats [N,L,D]")
        .hasMessageContaining("embedding")
        .hasMessageContaining("leave it out where the model pools by itself");
    assertThatThrownBy(() -> graph(TokenModels.encoder(folder), Pooling.NONE, true))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting normalize: expected a model with one output of floats [N,D]")
        .hasMessageContaining("last_hidden_state")
        .hasMessageContaining("choose a pooling");
  }

  @Test
  void modelsWithOtherHeadsAreOtherModels() {
    Path file = folder.resolve("m.onnx");
    ModelSpec plain = spec(file, Pooling.NONE, false);
    assertThat(plain.identity("cpu"))
        .isEqualTo(spec(file, Pooling.NONE, false).withSha256(null).identity("cpu"))
        .doesNotContain("NONE");
    assertThat(
            List.of(
                plain.identity("cpu"),
                spec(file, Pooling.MEAN, false).identity("cpu"),
                spec(file, Pooling.MEAN, true).identity("cpu"),
                spec(file, Pooling.CLS, true).identity("cpu")))
        .doesNotHaveDuplicates();
    assertThat(spec(file, Pooling.MEAN, true).withSha256("ab").head().pooling())
        .isEqualTo(Pooling.MEAN);
  }
}
