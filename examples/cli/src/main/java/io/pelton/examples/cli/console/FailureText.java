package io.pelton.examples.cli.console;

import io.pelton.engine.error.PeltonException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * Says what went wrong: messages that were written for users as they are, others with their kind.
 */
public final class FailureText {
  private FailureText() {}

  public static String of(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof PeltonException || failure instanceof BadRequest) {
      return message;
    }
    if (failure instanceof NoSuchFileException) {
      return "no such file: " + message;
    }
    if (failure instanceof OutOfMemoryError) {
      return "out of memory (" + message + "); PELTON_JAVA_OPTS=-Xmx8g gives Java 8 GB";
    }
    String kind = failure.getClass().getSimpleName();
    String text = message == null ? kind : kind + ": " + message;
    StackTraceElement[] trace = failure.getStackTrace();
    return failure instanceof IOException || trace.length == 0 ? text : text + " at " + trace[0];
  }
}
