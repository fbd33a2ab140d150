package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.contract.SmallDecoder.Cache;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A token's bits depend neither on the rows that a cache has beyond those in use nor on whether
 * earlier tokens are computed again: what decoding with caches rests on. Without capabilities.
 */
public abstract class SmallDecoderContract extends GraphFixture {
  private static final int COUNT = 37;
  private static final float GARBAGE = 1e6f;

  @Test
  void aCacheOfAnyLengthThatIsReadGivesTheBitsOfFullRecomputation() {
    checkSteps(Cache.READ);
  }

  /** State that a run is given lies on the host, so that only the host writes it. */
  @Test
  void aCacheOfAnyLengthIsWrittenWhereItLies() {
    if (machine().pinned().isHost()) {
      checkSteps(Cache.WRITTEN);
      return;
    }
    Map<String, Tensor> inputs = stepInputs(0, 0, 8);
    garbage(8).forEach((name, past) -> inputs.put(name, Tensor.of(past, 8, SmallDecoder.WIDTH)));
    ExecutableGraph executable = executable(new SmallDecoder(5).step(Cache.WRITTEN));
    assertThatThrownBy(() -> executable.run(inputs))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("session state");
  }

  private void checkSteps(Cache cache) {
    SmallDecoder decoder = new SmallDecoder(5);
    long[] ids = ids(COUNT);
    float[][] expected = recomputed(compile(decoder.whole()), ids);
    ExecutableGraph executable = executable(decoder.step(cache));
    for (int upper : new int[] {37, 40, 64, 100}) {
      Map<String, float[]> rows = garbage(upper);
      for (int at = 0; at < COUNT; at++) {
        Map<String, Tensor> inputs = stepInputs(ids[at], at, upper);
        rows.forEach((name, past) -> inputs.put(name, Tensor.of(past, upper, SmallDecoder.WIDTH)));
        Map<String, Value> outputs = executable.run(inputs);
        assertThat(floats(outputs.get("logits")))
            .as("token %d of %d rows", at, upper)
            .containsExactly(expected[at]);
        if (cache == Cache.READ) {
          keep(outputs, rows, at);
        }
      }
    }
  }

  private static void keep(Map<String, Value> outputs, Map<String, float[]> rows, int at) {
    rows.forEach(
        (name, past) -> {
          float[] row = floats(outputs.get(name.replace("past", "new")));
          System.arraycopy(row, 0, past, at * SmallDecoder.WIDTH, row.length);
        });
  }

  private static Map<String, float[]> garbage(int upper) {
    Map<String, float[]> rows = new LinkedHashMap<>();
    for (int layer = 0; layer < SmallDecoder.LAYERS; layer++) {
      for (String part : SmallDecoder.PARTS) {
        float[] past = new float[upper * SmallDecoder.WIDTH];
        Arrays.fill(past, GARBAGE);
        rows.put("past_" + part + "_" + layer, past);
      }
    }
    return rows;
  }

  private static Map<String, Tensor> stepInputs(long id, int at, int upper) {
    float[] mask = new float[upper];
    Arrays.fill(mask, at + 1, upper, Float.NEGATIVE_INFINITY);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("id", Tensor.of(new long[] {id}, 1));
    inputs.put("position", Tensor.of(new long[] {at}, 1));
    inputs.put("mask", Tensor.of(mask, upper));
    inputs.put("offset", Tensor.of(new long[] {at}));
    return inputs;
  }

  static long[] ids(int count) {
    Random random = new Random(count);
    return random.longs(count, 0, SmallDecoder.TOKENS).toArray();
  }

  /** Logits of every token, each from a run over all tokens up to it. */
  static float[][] recomputed(CompiledGraph whole, long[] ids) {
    float[][] logits = new float[ids.length][];
    try (ExecutableGraph executable = whole.newExecutable()) {
      for (int count = 1; count <= ids.length; count++) {
        Map<String, Value> outputs = executable.run(wholeInputs(Arrays.copyOf(ids, count)));
        float[] all = floats(outputs.get("logits"));
        logits[count - 1] = slice(all, (count - 1) * SmallDecoder.TOKENS, SmallDecoder.TOKENS);
      }
    }
    return logits;
  }

  private static Map<String, Tensor> wholeInputs(long[] ids) {
    int count = ids.length;
    long[] positions = new long[count];
    float[] mask = new float[count * count];
    for (int at = 0; at < count; at++) {
      positions[at] = at;
      Arrays.fill(mask, at * count + at + 1, at * count + count, Float.NEGATIVE_INFINITY);
    }
    return Map.of(
        "ids",
        Tensor.of(ids, count),
        "positions",
        Tensor.of(positions, count),
        "mask",
        Tensor.of(mask, count, count));
  }

  static float[] floats(Value value) {
    return ((Tensor) value).toFloats();
  }
}
