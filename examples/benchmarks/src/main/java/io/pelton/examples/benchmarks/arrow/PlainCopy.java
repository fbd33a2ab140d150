package io.pelton.examples.benchmarks.arrow;

import io.pelton.arrow.ArrowAllocator;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.apache.arrow.memory.ArrowBuf;

/** Copies floats from Arrow's memory to an array: the least that an input which is packed costs. */
final class PlainCopy implements AutoCloseable {
  private final ArrowBuf memory;
  private final FloatBuffer source;
  private final float[] target;

  PlainCopy(ArrowAllocator allocator, int elements) {
    memory = allocator.buffer(4L * elements);
    memory.setOne(0, 4L * elements);
    source = memory.nioBuffer(0, 4 * elements).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    target = new float[elements];
  }

  void copy() {
    source.get(0, target);
  }

  @Override
  public void close() {
    memory.close();
  }
}
