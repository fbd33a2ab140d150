package io.pelton.flink.model;

import io.pelton.flink.error.ModelUnreadable;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A model file in memory.
 *
 * @param sha256 of the bytes, in hexadecimal
 */
record ModelBytes(byte[] bytes, String sha256) {
  /**
   * @throws ModelUnreadable with the reason
   */
  static ModelBytes read(ModelLocation location, ClassLoader loader) {
    try (InputStream stream = location.open(loader)) {
      byte[] bytes = stream.readAllBytes();
      return new ModelBytes(bytes, sha256(bytes));
    } catch (IOException e) {
      throw new ModelUnreadable(location.toString(), e.toString(), e);
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
