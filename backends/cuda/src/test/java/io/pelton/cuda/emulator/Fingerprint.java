package io.pelton.cuda.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/** A short hash of everything that an artifact depends on. */
final class Fingerprint {
  private static final int BYTES = 8;

  private final MessageDigest digest;

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  Fingerprint text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  Fingerprint files(Collection<Path> files) {
    for (Path file : files) {
      try {
        text(file.getFileName().toString()).bytes(Files.readAllBytes(file));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
    return this;
  }

  private Fingerprint bytes(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
    return this;
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }
}
