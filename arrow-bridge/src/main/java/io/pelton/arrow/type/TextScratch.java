package io.pelton.arrow.type;

import io.pelton.engine.tensor.StringStorage;
import org.apache.arrow.memory.ArrowBuf;

/** A byte array between Arrow memory and a string storage; grows to the longest string. */
final class TextScratch {
  private byte[] bytes = new byte[64];

  void append(ArrowBuf source, long from, int count, StringStorage target) {
    if (bytes.length < count) {
      bytes = new byte[Math.max(count, 2 * bytes.length)];
    }
    source.getBytes(from, bytes, 0, count);
    target.append(bytes, 0, count);
  }
}
