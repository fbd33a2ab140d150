package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.Profile;
import io.pelton.flink.RecordInferenceBuilder;
import io.pelton.flink.RecordModels;
import io.pelton.flink.RowInference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stream's records are does not change a bit of their predictions. */
class RecordKindsTest {
  private static final int BATCH = 16;

  private final List<Profile> profiles = Profile.some(5 * BATCH + 3, 7);
  private List<String> expected;

  @TempDir Path folder;

  @BeforeEach
  void scoreRows() throws Exception {
    RowInference inference = scoring(Inference.rows()).build();
    List<Prediction<Row>> predictions = new ArrayList<>();
    try (RowHarness harness = RowHarness.open(inference, Profile.ROWS)) {
      for (Profile profile : profiles) {
        harness.processElement(profile.row(), 0);
      }
      harness.endInput();
      predictions.addAll(harness.predictions());
    }
    expected = bits(predictions);
    assertThat(expected).hasSameSizeAs(profiles);
  }

  @Test
  void rowsOfTables() throws Exception {
    List<RowData> rows = profiles.stream().map(Profile::table).toList();
    assertSame(
        RecordHarness.score(
            scoring(Inference.rowData()).build(), InternalTypeInfo.of(Profile.TABLE), rows));
  }

  @Test
  void rowsOfTablesInBinary() throws Exception {
    InternalTypeInfo<RowData> type = InternalTypeInfo.of(Profile.TABLE);
    List<RowData> rows = new ArrayList<>();
    for (Profile profile : profiles) {
      rows.add(type.toRowSerializer().toBinaryRow(profile.table(), true));
    }
    assertSame(RecordHarness.score(scoring(Inference.rowData()).build(), type, rows));
  }

  @Test
  void objectsOfAClass() throws Exception {
    assertSame(
        RecordHarness.score(
            scoring(Inference.pojos(Profile.class)).build(),
            TypeInformation.of(Profile.class),
            profiles));
  }

  @Test
  void functions() throws Exception {
    assertSame(
        RecordHarness.score(
            scoring(
                    Inference.functions(Profile.class)
                        .number("age", Profile::age)
                        .integer("visits", Profile::visits)
                        .truth("member", Profile::member)
                        .text("city", Profile::city)
                        .numbers("weights", Profile::weights)
                        .texts("tags", Profile::tags))
                .build(),
            TypeInformation.of(Profile.class),
            profiles));
  }

  @Test
  void functionsOfAnything() throws Exception {
    assertSame(
        RecordHarness.score(
            scoring(
                    Inference.functions(TypeInformation.of(Profile.class))
                        .input("age", profile -> profile.age())
                        .input("visits", profile -> profile.visits())
                        .input("member", profile -> profile.member())
                        .input("city", profile -> profile.city())
                        .input("weights", profile -> profile.weights())
                        .input("tags", profile -> List.of(profile.tags())))
                .build(),
            TypeInformation.of(Profile.class),
            profiles));
  }

  private void assertSame(List<? extends Prediction<?>> predictions) {
    assertThat(bits(predictions)).isEqualTo(expected);
  }

  private static List<String> bits(List<? extends Prediction<?>> predictions) {
    List<String> bits = new ArrayList<>();
    for (Prediction<?> prediction : predictions) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < prediction.names().size(); i++) {
        text.append(' ').append(bits(prediction.value(i)));
      }
      bits.add(text.toString());
    }
    return bits;
  }

  private static String bits(Object value) {
    if (value instanceof float[] floats) {
      StringBuilder text = new StringBuilder();
      for (float number : floats) {
        text.append(bits(number)).append(',');
      }
      return text.toString();
    }
    return value instanceof Float number
        ? Integer.toHexString(Float.floatToRawIntBits(number))
        : value.toString();
  }

  private <T, B extends RecordInferenceBuilder<T, B>> B scoring(B builder) {
    return builder
        .model(RecordModels.profile(folder).toString())
        .batch(BatchPolicy.of(BATCH, Duration.ofMillis(10)));
  }
}
