package io.pelton.arrow.io;

import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.UnsupportedArrowFile;

/**
 * Where bytes come from, for messages.
 *
 * @param kind file or stream
 */
record Origin(String name, String kind) {
  /**
   * @param reason with the remedy
   */
  InvalidArrowFile invalid(long offset, String reason) {
    return invalid(offset, reason, null);
  }

  InvalidArrowFile invalid(long offset, String reason, Throwable cause) {
    return new InvalidArrowFile(name, offset, reason, cause);
  }

  InvalidArrowFile corrupted(long offset, String found) {
    return corrupted(offset, found, null);
  }

  InvalidArrowFile corrupted(long offset, String found, Throwable cause) {
    return invalid(offset, found + "; the " + kind + " is corrupted", cause);
  }

  UnsupportedArrowFile unsupported(String found, String remedy) {
    return new UnsupportedArrowFile(name, found, remedy);
  }
}
