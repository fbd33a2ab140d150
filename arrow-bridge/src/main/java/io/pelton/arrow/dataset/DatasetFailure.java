package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Turns what the natives report, which is text, into the bridge's errors. */
final class DatasetFailure {
  private static final List<String> SYSTEM =
      List.of(
          "no such file",
          "does not exist",
          "permission denied",
          "network",
          "ioerror: failed",
          "unrecognized filesystem");
  // what is written can't be of another format
  private static final String WRITE = "write";
  private static final List<String> UNSUPPORTED =
      List.of(
          "not implemented",
          "notimplemented",
          "unsupported",
          "not supported",
          "not built",
          "unhandled type");
  // what comes before it repeats the file's name
  private static final String PREFIX_END = "' file?: ";

  private final String file;

  DatasetFailure(String file) {
    this.file = file;
  }

  String file() {
    return file;
  }

  RuntimeException of(Exception failure, String action) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof ArrowBridgeException typed) {
        return typed;
      }
    }
    if (failure instanceof IllegalStateException programming && programming.getCause() == null) {
      return programming;
    }
    String message = reason(String.valueOf(failure.getMessage()));
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("encrypt") || lower.contains("decrypt")) {
      return new UnsupportedArrowFile(
          file, "Parquet encryption (" + message + ")", "decrypt it before");
    }
    if (UNSUPPORTED.stream().anyMatch(lower::contains)) {
      return new UnsupportedArrowFile(file, message, "write it without, or leave the column out");
    }
    if (action.equals(WRITE) || SYSTEM.stream().anyMatch(lower::contains)) {
      return new ArrowFileFailure(file, action, new IOException(message, failure));
    }
    return new InvalidArrowFile(
        file, -1, "it is of another format, cut short or corrupted: " + message, failure);
  }

  private static String reason(String message) {
    int end = message.indexOf(PREFIX_END);
    return end < 0 ? message : message.substring(end + PREFIX_END.length());
  }
}
