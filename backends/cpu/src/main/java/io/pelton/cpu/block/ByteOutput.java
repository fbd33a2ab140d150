package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;

/** Writes BOOL, I8 or U8, on the heap in place. */
public final class ByteOutput implements Output<byte[]> {
  private final Operand out;
  private byte[] scratch;
  private int from;
  private int count;

  /**
   * Blocks of up to {@link RawBlocks#SIZE}.
   *
   * @param out contiguous on the heap or in native memory
   */
  public ByteOutput(Operand out) {
    this.out = out;
  }

  @Override
  public void open(int from, int count) {
    this.from = from;
    this.count = count;
    if (out.isNative() && scratch == null) {
      scratch = new byte[RawBlocks.SIZE];
    }
  }

  @Override
  public byte[] array() {
    return out.isNative() ? scratch : out.bytes();
  }

  @Override
  public int at() {
    return out.isNative() ? 0 : out.base() + from;
  }

  @Override
  public void commit() {
    if (out.isNative()) {
      out.memory().bytes().put((int) out.offset() + from, scratch, 0, count);
    }
  }
}
