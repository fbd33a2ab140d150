package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.RaggedModels;
import io.pelton.flink.RowInference;
import io.pelton.flink.SharedFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A record's prediction has the same bits whatever batch it is in: random records in random order,
 * cut into batches of random sizes by rows and by linger, under several length policies.
 */
class BatchInvarianceTest {
  private static final TypeInformation<?> LONGS =
      PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO;
  private static final TypeInformation<?> FLOATS =
      PrimitiveArrayTypeInfo.FLOAT_PRIMITIVE_ARRAY_TYPE_INFO;

  /** Set to repeat a failure, whose message names it. */
  private static final long SEED = Long.getLong("pelton.seed", System.nanoTime());

  private static final int RECORDS = 64;
  private static final int ROUNDS = 3;

  @TempDir Path folder;
  private final Random random = new Random(SEED);

  /** The first field of every record is its key. */
  private static RowTypeInfo type(List<String> names, TypeInformation<?>... types) {
    List<String> all = new ArrayList<>(names);
    all.add(0, "key");
    List<TypeInformation<?>> allTypes = new ArrayList<>(Arrays.asList(types));
    allTypes.add(0, Types.INT);
    return (RowTypeInfo)
        Types.ROW_NAMED(all.toArray(String[]::new), allTypes.toArray(TypeInformation<?>[]::new));
  }

  /** Predictions by key, each as one text of bits. */
  private Map<Integer, String> score(
      RowInference.Builder builder, RowTypeInfo type, List<Row> records, int maxRows)
      throws Exception {
    Map<Integer, String> predictions = new TreeMap<>();
    RowInference inference = builder.batch(BatchPolicy.of(maxRows, Duration.ofMillis(5))).build();
    try (RowHarness harness = RowHarness.open(inference, type)) {
      long time = 0;
      for (Row record : records) {
        harness.processElement(record, 0);
        if (random.nextInt(20) == 0) {
          time += 10;
          harness.setProcessingTime(time);
        }
      }
      harness.endInput();
      List<Integer> order = new ArrayList<>();
      for (Prediction<Row> prediction : harness.predictions()) {
        order.add((Integer) prediction.input().getField(0));
        predictions.put(order.get(order.size() - 1), bits(prediction));
      }
      assertThat(order)
          .describedAs("seed %d", SEED)
          .containsExactlyElementsOf(
              records.stream().map(record -> (Integer) record.getField(0)).toList());
    }
    return predictions;
  }

  private static String bits(Prediction<Row> prediction) {
    StringBuilder text = new StringBuilder();
    for (int output = 0; output < prediction.names().size(); output++) {
      Object value = prediction.value(output);
      if (value instanceof float[] floats) {
        for (float each : floats) {
          text.append(Integer.toHexString(Float.floatToRawIntBits(each))).append(',');
        }
      } else if (value instanceof Float single) {
        text.append(Integer.toHexString(Float.floatToRawIntBits(single)));
      } else {
        text.append(value instanceof long[] longs ? Arrays.toString(longs) : value);
      }
      text.append('|');
    }
    return text.toString();
  }

  private void holds(
      Path model,
      RowTypeInfo type,
      Function<Integer, Row> make,
      LengthPolicy exact,
      LengthPolicy... policies)
      throws Exception {
    List<Row> records = new ArrayList<>(IntStream.range(0, RECORDS).mapToObj(make::apply).toList());
    Map<Integer, String> expected = score(builder(model, exact), type, records, 1);
    assertThat(expected).hasSize(RECORDS);
    assertThat(expected.values().stream().distinct().count()).isGreaterThan(2);
    List<LengthPolicy> all = new ArrayList<>(List.of(policies));
    all.add(exact);
    for (int round = 0; round < ROUNDS; round++) {
      Collections.shuffle(records, random);
      int maxRows = round == 0 ? RECORDS : 2 + random.nextInt(RECORDS - 2);
      LengthPolicy policy = all.get(round % all.size());
      List<Row> some = records.subList(0, RECORDS / 2 + random.nextInt(RECORDS / 2));
      Map<Integer, String> found = score(builder(model, policy), type, some, maxRows);
      found.forEach(
          (key, bits) ->
              assertThat(bits)
                  .describedAs(
                      "record %d, batches of %d rows, %s, seed %d", key, maxRows, policy, SEED)
                  .isEqualTo(expected.get(key)));
    }
  }

  private static RowInference.Builder builder(Path model, LengthPolicy policy) {
    return Inference.rows().model(model.toString()).lengths(policy);
  }

  private static Path shared(String model) {
    return SharedFolder.path("models/" + model + "/model.onnx");
  }

  private float real() {
    return (float) random.nextGaussian();
  }

  private float[] reals(int count) {
    float[] reals = new float[count];
    for (int i = 0; i < count; i++) {
      reals[i] = real();
    }
    return reals;
  }

  /** Tones of different pitch, which the model of spoken words tells apart. */
  private float[] wave(int count) {
    float[] wave = new float[count];
    float pitch = random.nextFloat();
    for (int i = 0; i < count; i++) {
      wave[i] = 10 * (pitch + (float) Math.sin(0.1 * i * pitch));
    }
    return wave;
  }

  private long[] longs(int count, int bound) {
    return random.longs(count, 0, bound).toArray();
  }

  @Test
  void listsOfIdsAreMasked() throws Exception {
    LengthPolicy exact = LengthPolicy.exact().withMask("mask");
    holds(
        RaggedModels.masked(folder),
        type(List.of("ids", "scale"), LONGS, Types.FLOAT),
        key -> Row.of(key, longs(1 + random.nextInt(9), RaggedModels.VOCABULARY), real()),
        exact,
        LengthPolicy.powersOfTwo(4).withMask("mask"),
        LengthPolicy.buckets(3, 7).withMask("mask").withMaxElements(20));
  }

  @Test
  void listsThatAreNotMasked() throws Exception {
    holds(
        RaggedModels.averaged(folder),
        type(List.of("ids"), LONGS),
        key -> Row.of(key, longs(1 + random.nextInt(9), RaggedModels.VOCABULARY)),
        LengthPolicy.exact(),
        LengthPolicy.powersOfTwo(4));
  }

  @Test
  void listsOfTwoLengths() throws Exception {
    holds(
        RaggedModels.pairs(folder),
        type(List.of("left", "right"), FLOATS, FLOATS),
        key -> Row.of(key, reals(1 + random.nextInt(5)), reals(1 + random.nextInt(5))),
        LengthPolicy.exact(),
        LengthPolicy.powersOfTwo(4),
        LengthPolicy.buckets(3, 6));
  }

  @Test
  void aTransformer() throws Exception {
    LengthPolicy exact = LengthPolicy.exact().withMask("attention_mask");
    holds(
        shared("tribuo_tinybert"),
        type(List.of("input_ids", "token_type_ids"), LONGS, LONGS),
        key -> {
          int length = 1 + random.nextInt(8);
          return Row.of(key, longs(length, 30), longs(length, 2));
        },
        exact,
        LengthPolicy.powersOfTwo(8).withMask("attention_mask"),
        LengthPolicy.buckets(5, 12).withMask("attention_mask"));
  }

  @Test
  void aPerceptron() throws Exception {
    holds(
        shared("crayfish_ffnn"),
        type(List.of("input"), FLOATS),
        key -> Row.of(key, reals(784)),
        LengthPolicy.exact());
  }

  @Test
  void trees() throws Exception {
    holds(
        shared("tract_xgboost_classifier_tree"),
        type(List.of("input"), FLOATS),
        key -> Row.of(key, reals(13)),
        LengthPolicy.exact());
  }

  @Test
  void aQuantizedModel() throws Exception {
    holds(
        shared("emx_micro_kws_m_qdq"),
        type(List.of("serving_default_input:0"), FLOATS),
        key -> Row.of(key, wave(1960)),
        LengthPolicy.exact());
  }
}
