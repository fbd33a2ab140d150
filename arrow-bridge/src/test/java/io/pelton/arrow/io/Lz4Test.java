package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream.BlockSize;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream.Parameters;
import org.junit.jupiter.api.Test;

/** LZ4 frames, beside another implementation of them. */
class Lz4Test {
  private static final int CASES = 150;

  private static byte[] encode(byte[] plain) {
    byte[] frame = new byte[(int) Lz4Encoder.bound(plain.length)];
    ByteBuffer target = buffer(frame);
    new Lz4Encoder().encode(buffer(plain), target);
    return Arrays.copyOf(frame, target.position());
  }

  private static byte[] decode(byte[] frame, int length) {
    byte[] plain = new byte[length];
    Lz4Decoder.decode(buffer(frame), buffer(plain));
    return plain;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Noise, runs and repetitions, near and far. */
  private static byte[] some(Random random, int length) {
    byte[] bytes = new byte[length];
    int at = 0;
    while (at < length) {
      int count = Math.min(length - at, 1 + random.nextInt(1 << random.nextInt(14)));
      int kind = random.nextInt(3);
      for (int i = 0; i < count; i++, at++) {
        bytes[at] =
            switch (kind) {
              case 0 -> (byte) random.nextInt();
              case 1 -> 7;
              default -> at == 0 ? 0 : bytes[(at - i) / 2 + i % Math.max(1, (at - i) / 2)];
            };
      }
    }
    return bytes;
  }

  private static int length(Random random) {
    return random.nextInt(10) == 0 ? random.nextInt(300_000) : random.nextInt(200);
  }

  @Test
  void whatIsEncodedIsDecodedHereAndElsewhere() throws IOException {
    long seed = System.nanoTime();
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(seed + i);
      byte[] plain = some(random, length(random));
      byte[] frame = encode(plain);
      assertThat(decode(frame, plain.length)).as("seed %d", seed + i).isEqualTo(plain);
      try (FramedLZ4CompressorInputStream in =
          new FramedLZ4CompressorInputStream(new ByteArrayInputStream(frame))) {
        assertThat(in.readAllBytes()).as("seed %d", seed + i).isEqualTo(plain);
      }
    }
  }

  @Test
  void framesFromElsewhereAreDecoded() throws IOException {
    long seed = System.nanoTime();
    for (int i = 0; i < CASES / 3; i++) {
      Random random = new Random(seed + i);
      byte[] plain = some(random, length(random));
      Parameters parameters =
          new Parameters(
              BlockSize.K64, random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
      ByteArrayOutputStream frame = new ByteArrayOutputStream();
      try (FramedLZ4CompressorOutputStream out =
          new FramedLZ4CompressorOutputStream(frame, parameters)) {
        out.write(plain);
      }
      assertThat(decode(frame.toByteArray(), plain.length))
          .as("seed %d", seed + i)
          .isEqualTo(plain);
    }
  }

  @Test
  void blocksOfSeveralMegabytes() {
    byte[] plain = some(new Random(5), 9 << 20);
    byte[] frame = encode(plain);
    assertThat(frame).hasSizeLessThan(plain.length);
    assertThat(decode(frame, plain.length)).isEqualTo(plain);
    assertThat(encode(new byte[1 << 20])).hasSizeLessThan(5_000);
  }

  @Test
  void noiseStaysWithinTheBound() {
    for (int length : new int[] {0, 1, 12, 13, 14, 70, 100_000}) {
      byte[] noise = new byte[length];
      new Random(length).nextBytes(noise);
      byte[] frame = encode(noise);
      assertThat(frame).hasSizeLessThanOrEqualTo(length + 15);
      assertThat(decode(frame, length)).isEqualTo(noise);
    }
  }

  @Test
  void brokenFramesAreRefusedAndHarmless() {
    byte[] plain = some(new Random(3), 700);
    byte[] frame = encode(plain);
    for (int length = 0; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> decode(cut, plain.length))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    int refused = 0;
    for (int at = 0; at < frame.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] broken = frame.clone();
        broken[at] ^= (byte) (1 << bit);
        try {
          decode(broken, plain.length);
        } catch (IllegalArgumentException clear) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(50);
  }

  @Test
  void theDeclaredLengthIsHeldAgainstTheFrames() {
    byte[] frame = encode(new byte[100]);
    assertThatThrownBy(() -> decode(frame, 99)).hasMessageContaining("more than the 99 bytes");
    assertThatThrownBy(() -> decode(frame, 101)).hasMessageContaining("100 of 101 bytes");
  }

  @Test
  void checksums() {
    byte[] text = "Nobody inspects the spammish repetition".getBytes(StandardCharsets.US_ASCII);
    assertThat(XxHash32.of(buffer(text), 0, text.length)).isEqualTo(0xE2293B2F);
    assertThat(XxHash32.of(buffer(new byte[0]), 0, 0)).isEqualTo(0x02CC5D05);
  }
}
