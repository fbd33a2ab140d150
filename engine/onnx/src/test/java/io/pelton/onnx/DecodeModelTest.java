package io.pelton.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.DecodeBuckets;
import io.pelton.engine.executable.DecodeMask;
import io.pelton.engine.executable.DecodeModel;
import io.pelton.engine.executable.DecodeSession;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.NewToken;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.proto.ValueReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A real decoder, which appends the new token's keys and values to those it is given: decoded with
 * resident caches of the length of a bucket, most rows of which hold no token.
 */
class DecodeModelTest {
  private static final String MODEL = "tiny_gpt2_past";
  private static final int LAYERS = 5;
  private static final int VOCABULARY = 1000;

  /** As models.tsv has them for this model. */
  private static final float ABSOLUTE = 1e-5f;

  private static final float RELATIVE = 1e-4f;

  private static CompiledGraph compile() {
    Backend backend = Backend.named("cpu", DecodeModelTest.class.getClassLoader());
    OnnxModel model = OnnxModel.load(SharedModels.file(MODEL));
    return CompiledGraph.compile(model.graph(), CompileOptions.on(backend));
  }

  private static DecodeSession session(CompiledGraph compiled, DecodeBuckets buckets) {
    DecodeModel model =
        DecodeModel.of("input_ids", "logits", NewToken.APPENDED)
            .withPosition("position_ids")
            .withMask(DecodeMask.ofOnes("attention_mask"));
    for (int layer = 0; layer < LAYERS; layer++) {
      model = model.withCache("past_" + layer, "present_" + layer, 3);
    }
    return DecodeSession.open(compiled, model, buckets);
  }

  @Test
  void recordedStepsAreReproducedAcrossTwoRollovers() {
    DecodeBuckets buckets = new DecodeBuckets(4, 16);
    try (CompiledGraph compiled = compile();
        DecodeSession first = session(compiled, buckets);
        DecodeSession second = session(compiled, buckets)) {
      List<DecodeSession> streams = List.of(first, second);
      for (int set = 0; set < 5; set++) {
        Tensor ids = recorded(compiled.inputs().get(0), set, "input");
        float[] logits = recorded(compiled.outputs().get(0), set, "output").toFloats();
        assertThat(ids.layout().dim(0)).isEqualTo(streams.size());
        for (int index = 0; index < ids.layout().elements(); index++) {
          DecodeSession stream = streams.get(index / (int) ids.layout().dim(1));
          assertThat(distance(stream.step(ids.toLongs()[index]).toFloats(), row(logits, index)))
              .as("set %d, element %d", set, index)
              .isLessThanOrEqualTo(1);
        }
      }
      for (DecodeSession stream : streams) {
        assertThat(stream.tokens()).isEqualTo(10);
        assertThat(stream.upper()).isEqualTo(16);
      }
    }
  }

  @Test
  void tokensAgreeWithFullRecomputationWhichCachesWithoutPaddingGiveToTheBit() {
    long[] ids = new Random(3).longs(40, 0, VOCABULARY).toArray();
    try (CompiledGraph compiled = compile();
        DecodeSession session = session(compiled, new DecodeBuckets(8, 64));
        ExecutableGraph executable = compiled.newExecutable()) {
      List<Tensor> pasts = pasts();
      for (int at = 0; at < ids.length; at++) {
        float[] logits = session.step(ids[at]).toFloats();
        float[] whole = row(floats(run(executable, Arrays.copyOf(ids, at + 1), 0, pasts())), at);
        Map<String, Value> alone = run(executable, new long[] {ids[at]}, at, pasts);
        for (int layer = 0; layer < LAYERS; layer++) {
          pasts.set(layer, (Tensor) alone.get("present_" + layer));
        }
        assertThat(distance(logits, whole)).as("token %d", at).isLessThanOrEqualTo(1);
        assertThat(floats(alone)).as("token %d without padding", at).containsExactly(whole);
      }
    }
  }

  /** Of no token. */
  private static List<Tensor> pasts() {
    List<Tensor> pasts = new ArrayList<>();
    for (int layer = 0; layer < LAYERS; layer++) {
      pasts.add(Tensor.of(new float[0], 2, 1, 4, 0, 8));
    }
    return pasts;
  }

  /**
   * @param before tokens in the caches
   */
  private static Map<String, Value> run(
      ExecutableGraph executable, long[] ids, int before, List<Tensor> pasts) {
    int count = ids.length;
    int[] numbers = Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
    int[] positions = new int[count];
    Arrays.setAll(positions, i -> before + i);
    int[] mask = new int[before + count];
    Arrays.fill(mask, 1);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("input_ids", Tensor.wrap(DType.I32, numbers, 1, count));
    inputs.put("position_ids", Tensor.wrap(DType.I32, positions, 1, count));
    inputs.put("attention_mask", Tensor.wrap(DType.I32, mask, 1, mask.length));
    for (int layer = 0; layer < LAYERS; layer++) {
      inputs.put("past_" + layer, pasts.get(layer));
    }
    return executable.run(inputs);
  }

  private static float[] floats(Map<String, Value> outputs) {
    return ((Tensor) outputs.get("logits")).toFloats();
  }

  private static float[] row(float[] logits, int at) {
    return Arrays.copyOfRange(logits, at * VOCABULARY, (at + 1) * VOCABULARY);
  }

  /** The largest difference, in what is tolerated. */
  private static float distance(float[] found, float[] expected) {
    assertThat(found).hasSameSizeAs(expected);
    float largest = 0;
    for (int i = 0; i < found.length; i++) {
      float tolerated = ABSOLUTE + RELATIVE * Math.abs(expected[i]);
      largest = Math.max(largest, Math.abs(found[i] - expected[i]) / tolerated);
    }
    return largest;
  }

  /** The first input or output. */
  private static Tensor recorded(Port port, int set, String kind) {
    Path file = SharedModels.vectors(MODEL, kind, 0).get(set);
    return (Tensor) ValueReader.read(file, port.type());
  }
}
