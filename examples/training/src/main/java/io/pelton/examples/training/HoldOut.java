package io.pelton.examples.training;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Chooses the rows kept from training, by content and not by position.
 *
 * <p>A row is held out when the CRC-32 of its trimmed CSV fields, joined by commas and encoded as
 * UTF-8, is divisible by 5: one row in five. Equal rows always fall on the same side.
 */
final class HoldOut {
  private static final int ONE_IN = 5;

  private HoldOut() {}

  static boolean contains(String[] fields) {
    CRC32 hash = new CRC32();
    hash.update(String.join(",", fields).getBytes(StandardCharsets.UTF_8));
    return hash.getValue() % ONE_IN == 0;
  }
}
