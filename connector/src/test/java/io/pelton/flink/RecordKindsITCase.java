package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One job for each kind of record, all of which say the same. */
class RecordKindsITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final List<Profile> PROFILES = Profile.some(50, 11);
  private static final TypeInformation<Profile> TYPE = TypeInformation.of(Profile.class);

  @TempDir Path folder;

  @Test
  void rowsWithArrays() throws Exception {
    List<Row> rows = PROFILES.stream().map(Profile::row).toList();
    assertScored(
        scoring(Inference.rows())
            .build()
            .apply(environment().fromData(rows, Profile.ROWS))
            .map(RecordKindsITCase::text));
  }

  @Test
  void rowsOfTables() throws Exception {
    List<RowData> rows = PROFILES.stream().map(Profile::table).toList();
    assertScored(
        scoring(Inference.rowData())
            .build()
            .apply(environment().fromData(rows, InternalTypeInfo.of(Profile.TABLE)))
            .map(RecordKindsITCase::text));
  }

  @Test
  void objectsOfAClass() throws Exception {
    assertScored(
        scoring(Inference.pojos(Profile.class))
            .build()
            .apply(environment().fromData(PROFILES, TYPE))
            .map(RecordKindsITCase::text));
  }

  @Test
  void functions() throws Exception {
    assertScored(
        scoring(
                Inference.functions(Profile.class)
                    .number("age", Profile::age)
                    .integer("visits", Profile::visits)
                    .truth("member", Profile::member)
                    .text("city", Profile::city)
                    .numbers("weights", Profile::weights)
                    .input("tags", profile -> Arrays.asList(profile.tags())))
            .build()
            .apply(environment().fromData(PROFILES, TYPE))
            .map(RecordKindsITCase::text));
  }

  @Test
  void arraysAndBadOnesAside() throws Exception {
    List<float[]> arrays = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      arrays.add(i % 10 == 3 ? new float[] {i} : new float[] {i, i / 3f});
    }
    TypeInformation<float[]> type = TypeInformation.of(float[].class);
    OutputTag<FailedRecord<float[]>> bad = FailedRecord.tag("bad", type);
    SingleOutputStreamOperator<Prediction<float[]>> scored =
        Inference.arrays(float[].class)
            .model(RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2).toString())
            .batch(BatchPolicy.of(8, Duration.ofMillis(5)))
            .errors(ErrorPolicy.sideOutput(bad))
            .build()
            .apply(environment().fromData(arrays, type));
    DataStream<String> good =
        scored.map(p -> Arrays.toString(p.input()) + Arrays.toString(p.floats("y")));
    DataStream<String> aside =
        scored.getSideOutput(bad).map(f -> Arrays.toString(f.record()) + f.reason());
    List<String> expected = new ArrayList<>();
    for (float[] array : arrays) {
      expected.add(
          Arrays.toString(array)
              + (array.length == 1
                  ? "Expected a list of 2 elements, found 1."
                  : Arrays.toString(new float[] {2 * array[0], 2 * array[1]})));
    }
    assertThat(collect(good.union(aside))).containsExactlyInAnyOrderElementsOf(expected);
  }

  private <T, B extends RecordInferenceBuilder<T, B>> B scoring(B builder) {
    return builder
        .model(RecordModels.profile(folder).toString())
        .batch(BatchPolicy.of(8, Duration.ofMillis(5)));
  }

  private static void assertScored(DataStream<String> scored) throws Exception {
    assertThat(collect(scored)).containsExactlyInAnyOrderElementsOf(expected());
  }

  private static List<String> expected() {
    List<String> expected = new ArrayList<>();
    for (Profile profile : PROFILES) {
      float[] spread = profile.weights().clone();
      for (int i = 0; i < spread.length; i++) {
        spread[i] *= profile.age();
      }
      float score = profile.age() + (float) profile.visits() + (profile.member() ? 1f : 0f);
      float[] counts = {Float.parseFloat(profile.tags()[0]), Float.parseFloat(profile.tags()[1])};
      expected.add(text(score, spread, counts, profile.city()));
    }
    return expected;
  }

  private static String text(Prediction<?> prediction) {
    return text(
        (Float) prediction.value("score"),
        prediction.floats("spread"),
        prediction.floats("counts"),
        prediction.text("place"));
  }

  private static String text(float score, float[] spread, float[] counts, String place) {
    return score + " " + Arrays.toString(spread) + " " + Arrays.toString(counts) + " " + place;
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(2);
    return environment;
  }

  private static <T> List<T> collect(DataStream<T> stream) throws Exception {
    List<T> elements = new ArrayList<>();
    try (CloseableIterator<T> iterator = stream.executeAndCollect()) {
      iterator.forEachRemaining(elements::add);
    }
    return elements;
  }
}
