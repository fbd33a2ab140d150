package io.pelton.examples.adult;

import io.pelton.engine.error.PeltonException;
import java.util.Optional;
import org.apache.flink.util.ExceptionUtils;

/**
 * Says what went wrong: messages that were written for users as they are, else the first cause of
 * what Flink says, with its kind.
 */
final class FailureText {
  private FailureText() {}

  static String of(Throwable failure) {
    Optional<? extends Throwable> told =
        ExceptionUtils.findThrowable(failure, FailureText::isForUsers);
    if (told.isPresent()) {
      return told.get().getMessage();
    }
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String kind = root.getClass().getSimpleName();
    String message = root.getMessage();
    return message == null || message.isBlank() ? kind : kind + ": " + message;
  }

  private static boolean isForUsers(Throwable failure) {
    return failure instanceof PeltonException || failure instanceof BadRequest;
  }
}
