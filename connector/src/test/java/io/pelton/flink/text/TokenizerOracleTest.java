package io.pelton.flink.text;

import io.pelton.flink.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenizerOracleTest {
  @Test
  void textsAreTokenizedAsByTheLibrary() throws IOException {
    byte[] json = Files.readAllBytes(SharedFolder.path("models/all-minilm-l6-v2/tokenizer.json"));
    try (Oracle oracle = Oracle.of(json)) {
      oracle.agrees(
          List.of("", " ", "Hello, world!", "unaffable Ünïcödé 漢字 [MASK] x[SEP]y"), 2, 3, 8, 128);
    }
  }
}
