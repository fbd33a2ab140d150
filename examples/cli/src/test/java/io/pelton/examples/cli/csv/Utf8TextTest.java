package io.pelton.examples.cli.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8TextTest {
  /** Gives one to three bytes a call. */
  private static InputStream slow(byte[] bytes, Random random) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] buffer, int from, int count) {
        return super.read(buffer, from, Math.min(count, 1 + random.nextInt(3)));
      }
    };
  }

  private static String all(Utf8Text text, int chunk) throws IOException {
    StringBuilder all = new StringBuilder();
    char[] buffer = new char[chunk];
    for (int count = text.read(buffer); count >= 0; count = text.read(buffer)) {
      assertThat(count).isPositive();
      all.append(buffer, 0, count);
    }
    assertThat(text.read(buffer)).isEqualTo(-1);
    return all.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void givesTheTextInWhateverPiecesItComesAndGoes(int chunk) throws IOException {
    Random random = new Random(chunk);
    for (int round = 0; round < 50; round++) {
      StringBuilder expected = new StringBuilder();
      for (int i = random.nextInt(30); i > 0; i--) {
        int[] bounds = {0x80, 0x800, 0xD800, 0x110000};
        int from = random.nextInt(4);
        int point = (from == 0 ? 0 : from == 3 ? 0x10000 : bounds[from - 1]);
        expected.appendCodePoint(point + random.nextInt(bounds[from] - point));
      }
      byte[] bytes = expected.toString().getBytes(StandardCharsets.UTF_8);
      assertThat(all(new Utf8Text(slow(bytes, random), 1000), chunk))
          .as("chunk %d, round %d", chunk, round)
          .isEqualTo(expected.toString());
      byte[] marked = ("\uFEFF" + expected).getBytes(StandardCharsets.UTF_8);
      assertThat(all(new Utf8Text(slow(marked, random), 1000), chunk))
          .isEqualTo(expected.toString());
    }
  }

  @Test
  void whatIsNotUtf8ComesAfterAllBeforeItAndIsLocated() throws IOException {
    byte[] bytes = "\uFEFFab\u00e9-xyz".getBytes(StandardCharsets.UTF_8);
    bytes[7] = (byte) 0xFF;
    Utf8Text text = new Utf8Text(new ByteArrayInputStream(bytes), 1000);
    char[] buffer = new char[100];
    assertThat(new String(buffer, 0, text.read(buffer))).isEqualTo("ab\u00e9");
    assertThatThrownBy(() -> text.read(buffer)).hasMessageContaining("0xFF at byte 7");
    Utf8Text cut =
        new Utf8Text(new ByteArrayInputStream(new byte[] {'a', (byte) 0xE2, (byte) 0x82}), 1000);
    assertThat(cut.read(buffer)).isEqualTo(1);
    assertThatThrownBy(() -> cut.read(buffer)).hasMessageContaining("0xE2 at byte 1");
  }

  @Test
  void rowsHaveALongestLength() throws IOException {
    Utf8Text text = new Utf8Text(new ByteArrayInputStream(new byte[100]), 10);
    char[] buffer = new char[10];
    for (int i = 0; i < 5; i++) {
      text.startRow();
      assertThat(text.read(buffer)).isEqualTo(10);
    }
    assertThatThrownBy(() -> text.read(buffer)).hasMessageContaining("a row of more than 10");
  }
}
