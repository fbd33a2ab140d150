package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream.BlockSize;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream.Parameters;
import org.junit.jupiter.api.Test;

/** LZ4 frames, beside another implementation of them. */
class Lz4Test {
  private static final int CASES = 150;

  private static byte[] encode(byte[] plain) {
    ByteBuffer frame = direct((int) Lz4Encoder.bound(plain.length));
    Lz4Encoder.encode(direct(plain), frame);
    return bytes(frame, frame.position());
  }

  private static byte[] decode(byte[] frame, int length) {
    ByteBuffer plain = direct(length);
    Lz4Decoder.decode(direct(frame), plain);
    return bytes(plain, length);
  }

  /** Memory such as Arrow's. */
  private static ByteBuffer direct(int length) {
    return ByteBuffer.allocateDirect(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer direct(byte[] bytes) {
    return direct(bytes.length).put(0, bytes);
  }

  private static byte[] bytes(ByteBuffer buffer, int length) {
    byte[] bytes = new byte[length];
    buffer.get(0, bytes);
    return bytes;
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
      assertThat(decode(elsewhere(plain, parameters), plain.length))
          .as("seed %d", seed + i)
          .isEqualTo(plain);
    }
  }

  private static byte[] elsewhere(byte[] plain, Parameters parameters) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    try (FramedLZ4CompressorOutputStream out =
        new FramedLZ4CompressorOutputStream(frame, parameters)) {
      out.write(plain);
    }
    return frame.toByteArray();
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
  void brokenLinkedFramesAreRefused() throws IOException {
    byte[] plain = some(new Random(4), 200_000);
    byte[] frame = elsewhere(plain, new Parameters(BlockSize.K64, true, false, true));
    long seed = System.nanoTime();
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(seed + i);
      byte[] broken = frame.clone();
      broken[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        // a match elsewhere may repeat the same bytes
        assertThat(decode(broken, plain.length)).as("seed %d", seed + i).isEqualTo(plain);
      } catch (IllegalArgumentException clear) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(CASES / 2);
  }

  @Test
  void theDeclaredLengthIsHeldAgainstTheFrames() {
    byte[] frame = encode(new byte[100]);
    assertThatThrownBy(() -> decode(frame, 99)).hasMessageContaining("more than the 99 bytes");
    assertThatThrownBy(() -> decode(frame, 101)).hasMessageContaining("100 of 101 bytes");
  }

  @Test
  void linkedBlocksReachBackAsFarAsAllBefore() {
    for (int before : new int[] {1, 2, 3, 4, 5, 14, 15, 16, 269, 270, 271, 65_535, 65_536}) {
      byte[] plain = Arrays.copyOf(some(new Random(before), before), before + 13);
      for (int back : new int[] {1, 2, 3, 4, 7, before - 1, before}) {
        if (back >= 1 && back <= Math.min(before, 65_535)) {
          for (int i = 0; i < 8; i++) {
            plain[before + i] = plain[before + i - back];
          }
          byte[] frame = linked(Arrays.copyOf(plain, before), back, 1);
          assertThat(decode(frame, plain.length)).as("%d of %d", back, before).isEqualTo(plain);
        }
      }
    }
    assertThatThrownBy(() -> decode(linked(new byte[20], 25, 1), 33))
        .hasMessageContaining("broken");
    assertThatThrownBy(() -> decode(linked(new byte[20], 20, 1), 32))
        .hasMessageContaining("32 bytes");
    assertThatThrownBy(() -> decode(linked(new byte[20], 20, 1), 34))
        .hasMessageContaining("33 of 34");
  }

  /** A stored block, and linked ones of a match of 8 bytes and 5 zeros each. */
  private static byte[] linked(byte[] stored, int back, int blocks) {
    byte[] descriptor = {0x40, 0x40};
    int checksum = XXHashFactory.safeInstance().hash32().hash(descriptor, 0, 2, 0) >>> 8;
    ByteBuffer frame = direct(7 + 4 + stored.length + blocks * 13 + 4);
    frame.putInt(Lz4Decoder.MAGIC).put(descriptor).put((byte) checksum);
    frame.putInt(stored.length | 1 << 31).put(stored);
    for (int i = 0; i < blocks; i++) {
      frame.putInt(9).put((byte) 4).putShort((short) back).put((byte) 0x50).put(new byte[5]);
    }
    return bytes(frame.putInt(0), frame.capacity());
  }

  @Test
  void manyTinyLinkedBlocksAreRefused() {
    assertThat(decode(linked(new byte[20], 9, 60), 20 + 60 * 13)).containsOnly(0);
    assertThatThrownBy(() -> decode(linked(new byte[20], 9, 90), 20 + 90 * 13))
        .hasMessageContaining("less than 1024 bytes");
  }

  @Test
  void blocksLargerThanTheirFrameSaysAreRefused() {
    byte[] frame = encode(new byte[100]);
    frame[5] = 0x40;
    frame[6] = (byte) 0x82;
    assertThat(decode(frame, 100)).isEqualTo(new byte[100]);
    byte[] noise = new byte[70_000];
    new Random(1).nextBytes(noise);
    byte[] large = encode(noise);
    System.arraycopy(frame, 0, large, 0, 7);
    assertThatThrownBy(() -> decode(large, noise.length)).hasMessageContaining("more than 65536");
  }
}
