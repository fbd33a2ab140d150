package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where models are said to be and how they are loaded. */
class ModelSettingsTest {
  @TempDir Path folder;
  private Path model;
  private RowInference.Builder amounts;

  @BeforeEach
  void model() {
    model = TestModels.amounts(folder);
    amounts = Inference.rows().model(model.toString());
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  @Test
  void aChecksumIsComparedHere() throws Exception {
    assertThat(amounts.checksum(sha256(model).toUpperCase(Locale.ROOT)).build().outputs())
        .containsExactly("sum", "pair", "label");
    assertThatThrownBy(() -> amounts.checksum("f".repeat(64)).build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("checksum")
        .hasMessageContaining(model.toString())
        .hasMessageContaining("f".repeat(64))
        .hasMessageContaining(sha256(model));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "sha256:abc"})
  void aChecksumHas64Digits(String checksum) {
    assertThatThrownBy(() -> amounts.checksum(checksum))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("checksum");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "PT25H"})
  void durationsHaveBounds(String text) {
    Duration duration = Duration.parse(text);
    assertThatThrownBy(() -> amounts.keepLoaded(duration))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("keepLoaded");
    assertThatThrownBy(() -> amounts.warmUp(duration))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("warmUp");
    assertThatThrownBy(() -> amounts.warmUp(null)).isInstanceOf(InvalidSetting.class);
    amounts.keepLoaded(Duration.ofDays(1)).warmUp(Duration.ofMinutes(1));
    amounts.keepLoaded(Duration.ZERO).warmUp(Duration.ZERO);
  }

  @Test
  void aDeviceResourceHasAName() {
    assertThatThrownBy(() -> amounts.deviceResource(" "))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("deviceResource");
  }

  @Test
  void cachedFilesAreReadWhereTheyAreRegistered() {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.registerCachedFile(model.toString(), "file");
    environment.registerCachedFile(folder.toUri().toString(), "folder");
    environment.registerCachedFile("/nowhere/model.onnx", "missing");
    for (String name : new String[] {"file", "folder/amounts.onnx"}) {
      assertThat(Inference.rows().modelCached(environment, name).build().outputs())
          .containsExactly("sum", "pair", "label");
    }
    assertThatThrownBy(() -> Inference.rows().modelCached(environment, "other"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'other'")
        .hasMessageContaining("[file, folder, missing]");
    assertThat(Inference.rows().modelCached(environment, "missing").output("sum").build().outputs())
        .containsExactly("sum");
  }

  @Test
  void cachedFilesThatAreOnlyNamedNeedTheirOutputs() {
    assertThatThrownBy(() -> Inference.rows().modelCached("file").build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("output")
        .hasCauseInstanceOf(ModelUnreadable.class);
    assertThat(Inference.rows().modelCached("file").output("sum").build().outputs())
        .containsExactly("sum");
    assertThatThrownBy(() -> Inference.rows().modelCached("folder/"))
        .isInstanceOf(InvalidSetting.class);
  }
}
