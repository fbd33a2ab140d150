package io.pelton.flink.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.flink.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenizerOracleTest {
  private static byte[] miniLm() throws IOException {
    return Files.readAllBytes(SharedFolder.path("models/all-minilm-l6-v2/tokenizer.json"));
  }

  @Test
  void tenThousandTextsAreTokenizedAsByTheLibrary() throws IOException {
    try (Oracle oracle = Oracle.of(miniLm())) {
      oracle.agrees(Texts.ofData(), 256, 16);
    }
  }

  @Test
  void textsOfEveryScriptAreTokenizedAsByTheLibrary() throws IOException {
    try (Oracle oracle = Oracle.of(miniLm())) {
      oracle.agrees(Texts.generated(1, 10_000), 512);
      oracle.agrees(Texts.generated(2, 2_000), 2, 3, 7, 128);
    }
  }

  @Test
  void halvesOfSurrogatePairsCountAsReplacementCharacters() throws IOException {
    try (Oracle oracle = Oracle.of(miniLm())) {
      for (String text :
          List.of("a\uD83Db", "\uDE00x", "x \uD83D", "\uDE00\uD83D", "ok \uD83D\uDE00")) {
        assertThat(oracle.ours().encode(text, 64).ids())
            .isEqualTo(oracle.theirs(WellFormed.of(text), 64).ids());
      }
    }
  }
}
