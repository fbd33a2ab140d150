package io.pelton.cpu.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The known answers that the authors of Philox published with their implementation, Random123. */
class PhiloxTest {
  @Test
  void zeros() {
    assertThat(words(0, 0, 0)).containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  }

  @Test
  void ones() {
    assertThat(words(-1, -1, -1)).containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
  }

  @Test
  void digitsOfPi() {
    assertThat(words(0x85a308d3_243f6a88L, 0x03707344_13198a2eL, 0x299f31d0_a4093822L))
        .containsExactly(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1);
  }

  private static int[] words(long low, long high, long key) {
    int[] words = new int[4];
    Philox.fill(low, high, key, words);
    return words;
  }
}
