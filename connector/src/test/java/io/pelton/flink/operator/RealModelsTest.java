package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RowInference;
import io.pelton.flink.SharedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;

/** Models of several inputs with recorded vectors, fed with records of several kinds. */
class RealModelsTest {
  private static final String RANKER = "models/vespa_pairwise_ranker";
  private static final String RECOMMENDER = "models/ncf_movielens";
  private static final int WIDTH = 16;

  /** A pair to rank. */
  public record Pair(float[] query, float[] doc1, float[] doc2) {}

  /** A user and a film. */
  public record Visit(long user, long item) {}

  @Test
  void arraysInFieldsRankPairs() throws Exception {
    List<Pair> pairs = new ArrayList<>();
    List<Float> expected = new ArrayList<>();
    for (Path set : sets(RANKER)) {
      float[] query = floats(set.resolve("input_0.pb"));
      float[] first = floats(set.resolve("input_1.pb"));
      float[] second = floats(set.resolve("input_2.pb"));
      for (int row = 0; row < query.length / WIDTH; row++) {
        pairs.add(new Pair(cut(query, row), cut(first, row), cut(second, row)));
      }
      for (float output : floats(set.resolve("output_0.pb"))) {
        expected.add(output);
      }
    }
    assertThat(pairs).hasSameSizeAs(expected).hasSizeGreaterThan(10);
    List<Float> rows = outputs(rankRows(pairs));
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i)).isCloseTo(expected.get(i), within(1e-4f));
    }
    assertThat(outputs(rankObjects(pairs))).isEqualTo(rows);
    assertThat(outputs(rankTableRows(pairs))).isEqualTo(rows);
    assertThat(outputs(rankByFunctions(pairs))).isEqualTo(rows);
  }

  private static List<Prediction<Row>> rankRows(List<Pair> pairs) throws Exception {
    RowTypeInfo type =
        (RowTypeInfo)
            Types.ROW_NAMED(
                new String[] {"query", "doc1", "doc2"},
                Types.PRIMITIVE_ARRAY(Types.FLOAT),
                Types.PRIMITIVE_ARRAY(Types.FLOAT),
                Types.PRIMITIVE_ARRAY(Types.FLOAT));
    RowInference inference = Inference.rows().model(model(RANKER)).batch(policy(7)).build();
    try (RowHarness harness = RowHarness.open(inference, type)) {
      for (Pair pair : pairs) {
        harness.row(0, pair.query(), pair.doc1(), pair.doc2());
      }
      harness.endInput();
      return new ArrayList<>(harness.predictions());
    }
  }

  private static List<Prediction<Pair>> rankObjects(List<Pair> pairs) throws Exception {
    return RecordHarness.score(
        Inference.pojos(Pair.class).model(model(RANKER)).batch(policy(32)).build(),
        TypeInformation.of(Pair.class),
        pairs);
  }

  private static List<Prediction<RowData>> rankTableRows(List<Pair> pairs) throws Exception {
    LogicalType floats = new ArrayType(new FloatType());
    RowType type =
        RowType.of(
            new LogicalType[] {floats, floats, floats}, new String[] {"doc2", "doc1", "query"});
    List<RowData> rows = new ArrayList<>();
    for (Pair pair : pairs) {
      rows.add(
          GenericRowData.of(
              new GenericArrayData(pair.doc2()),
              new GenericArrayData(pair.doc1()),
              new GenericArrayData(pair.query())));
    }
    return RecordHarness.score(
        Inference.rowData().model(model(RANKER)).batch(policy(1)).build(),
        InternalTypeInfo.of(type),
        rows);
  }

  private static List<Prediction<Pair>> rankByFunctions(List<Pair> pairs) throws Exception {
    return RecordHarness.score(
        Inference.functions(Pair.class)
            .model(model(RANKER))
            .numbers("query", Pair::query)
            .numbers("doc1", Pair::doc1)
            .numbers("doc2", Pair::doc2)
            .batch(policy(5))
            .build(),
        TypeInformation.of(Pair.class),
        pairs);
  }

  @Test
  void twoNumbersRecommendAFilm() throws Exception {
    List<Visit> visits = new ArrayList<>();
    List<Float> expected = new ArrayList<>();
    for (Path set : sets(RECOMMENDER)) {
      long user = tensor(set.resolve("input_0.pb")).getLong();
      visits.add(new Visit(user, tensor(set.resolve("input_1.pb")).getLong()));
      expected.add(floats(set.resolve("output_0.pb"))[0]);
    }
    List<Float> found =
        outputs(
            RecordHarness.score(
                Inference.pojos(Visit.class)
                    .model(model(RECOMMENDER))
                    .input("user_input_0", "user")
                    .input("item_input_0", "item")
                    .batch(policy(1))
                    .build(),
                TypeInformation.of(Visit.class),
                visits));
    assertThat(found).hasSameSizeAs(expected).hasSizeGreaterThan(5);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i)).isCloseTo(expected.get(i), within(1e-4f));
    }
  }

  private static List<Float> outputs(List<? extends Prediction<?>> predictions) {
    return predictions.stream().map(prediction -> (Float) prediction.value(0)).toList();
  }

  private static BatchPolicy policy(int maxRows) {
    return BatchPolicy.of(maxRows, Duration.ofMillis(10));
  }

  private static String model(String folder) {
    return SharedFolder.path(folder).resolve("model.onnx").toUri().toString();
  }

  private static List<Path> sets(String folder) throws IOException {
    try (var files = Files.list(SharedFolder.path(folder))) {
      return files.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static float[] cut(float[] values, int row) {
    return Arrays.copyOfRange(values, row * WIDTH, (row + 1) * WIDTH);
  }

  private static float[] floats(Path file) throws IOException {
    ByteBuffer bytes = tensor(file);
    float[] floats = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(floats);
    return floats;
  }

  private static ByteBuffer tensor(Path file) throws IOException {
    return TensorProto.parseFrom(Files.readAllBytes(file))
        .getRawData()
        .asReadOnlyByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
