package io.pelton.examples.benchmarks.streaming;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Memory that ONNX Runtime reads and writes where it is. */
final class Direct {
  private Direct() {}

  static FloatBuffer floats(int count) {
    return ByteBuffer.allocateDirect(count * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }
}
