package io.pelton.cpu.kernel.text;

import io.pelton.engine.graph.TextOp.Splitting;
import io.pelton.engine.tensor.StringStorage;
import java.nio.charset.StandardCharsets;

/**
 * Finds the parts of a string, on its UTF-8 bytes; whitespace is what {@code char} codes 9 to 13
 * and the space are. Its buffer grows to the longest string and stays.
 */
final class Splitter {
  private final byte[] delimiter;
  private final long most;
  private byte[] text = new byte[64];
  private int length;
  private int at;
  private long splits;
  private int from;
  private int to;
  private boolean isDone;

  Splitter(Splitting splitting) {
    this.delimiter = splitting.delimiter().getBytes(StandardCharsets.UTF_8);
    this.most = splitting.most();
  }

  void start(StringStorage strings, int index) {
    int needed = strings.byteLength(index);
    if (text.length < needed) {
      text = new byte[(int) Math.min(Integer.MAX_VALUE - 8, 2L * needed)];
    }
    length = strings.copy(index, text, 0);
    at = 0;
    splits = 0;
    isDone = false;
    if (delimiter.length == 0) {
      skipWhitespace();
      isDone = at == length;
    }
  }

  byte[] text() {
    return text;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Goes to the next part, whose bytes lie between {@link #from} and {@link #to}. */
  boolean next() {
    if (isDone) {
      return false;
    }
    from = at;
    if (splits == most) {
      to = delimiter.length == 0 ? trimmedEnd() : length;
      isDone = true;
    } else if (delimiter.length == 0) {
      nextWord();
    } else {
      nextDelimited();
    }
    splits++;
    return true;
  }

  private void nextWord() {
    while (at < length && !isWhitespace(text[at])) {
      at++;
    }
    to = at;
    skipWhitespace();
    isDone = at == length;
  }

  private void nextDelimited() {
    while (at + delimiter.length <= length && !isDelimiter()) {
      at++;
    }
    if (at + delimiter.length <= length) {
      to = at;
      at += delimiter.length;
    } else {
      to = length;
      isDone = true;
    }
  }

  private boolean isDelimiter() {
    for (int i = 0; i < delimiter.length; i++) {
      if (text[at + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  private void skipWhitespace() {
    while (at < length && isWhitespace(text[at])) {
      at++;
    }
  }

  private int trimmedEnd() {
    int end = length;
    while (end > from && isWhitespace(text[end - 1])) {
      end--;
    }
    return end;
  }

  private static boolean isWhitespace(byte code) {
    return code == ' ' || (code >= '\t' && code <= '\r');
  }
}
