package io.pelton.arrow;

import io.pelton.arrow.Account.Hold;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.NativeStorage;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;

/** Arrow's memory as engine storages. */
final class ArrowMemory {
  private ArrowMemory() {}

  /**
   * The first bytes of a buffer as a storage, which retains it until it is closed.
   *
   * @param allocator that the holder is noted at
   * @param holder for the message about a leak
   */
  static NativeStorage wrap(
      DType dtype,
      ArrowBuf memory,
      long bytes,
      BufferAllocator allocator,
      Supplier<String> holder) {
    ReferenceManager references = memory.getReferenceManager();
    ByteBuffer buffer = memory.nioBuffer(0, Math.toIntExact(bytes));
    references.retain();
    Hold hold = Account.hold(allocator, holder);
    return NativeStorage.wrap(
        dtype,
        buffer,
        () -> {
          hold.end();
          references.release();
        });
  }
}
