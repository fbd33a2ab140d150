package io.pelton.flink.model;

import io.pelton.flink.error.ModelUnreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
      return of(stream.readAllBytes());
    } catch (IOException e) {
      throw new ModelUnreadable(location.toString(), e.toString(), e);
    }
  }

  static ModelBytes read(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  static ModelBytes of(byte[] bytes) {
    return new ModelBytes(bytes, HexFormat.of().formatHex(digest().digest(bytes)));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
