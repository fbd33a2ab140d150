package io.pelton.engine.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Memory outside the heap that someone else allocated: an Arrow buffer, a mapped file. Elements are
 * little-endian. The typed views are made once, so that reading them on the hot path allocates
 * nothing; use absolute access only, since threads may share a view.
 */
public final class NativeStorage implements Storage {
  private final DType dtype;
  private final ByteBuffer bytes;
  private final int length;
  private final Owner owner;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;
  private final LongBuffer longs;
  private final IntBuffer ints;
  private final ShortBuffer shorts;

  private NativeStorage(DType dtype, ByteBuffer memory, int length, Runnable release) {
    this.dtype = dtype;
    this.bytes = memory.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.length = length;
    this.owner = new Owner(release);
    Carrier carrier = dtype.carrier();
    this.floats = carrier == Carrier.FLOATS ? bytes.asFloatBuffer() : null;
    this.doubles = carrier == Carrier.DOUBLES ? bytes.asDoubleBuffer() : null;
    this.longs = carrier == Carrier.LONGS ? bytes.asLongBuffer() : null;
    this.ints = carrier == Carrier.INTS ? bytes.asIntBuffer() : null;
    this.shorts = carrier == Carrier.SHORTS ? bytes.asShortBuffer() : null;
  }

  /**
   * Wraps the bytes between the buffer's position and limit, whatever the buffer's own byte order.
   *
   * @param release runs once, when the last owner closes this storage
   */
  public static NativeStorage wrap(DType dtype, ByteBuffer memory, Runnable release) {
    if (dtype == DType.STRING) {
      throw new IllegalArgumentException("strings live in StringStorage");
    }
    long length = memory.remaining() * 8L / dtype.bits();
    return new NativeStorage(dtype, memory, Math.toIntExact(length), release);
  }

  @Override
  public DType dtype() {
    return dtype;
  }

  @Override
  public MemorySpace space() {
    return MemorySpace.NATIVE;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public long byteLength() {
    return bytes.capacity();
  }

  /** The memory itself, little-endian, position 0. */
  public ByteBuffer bytes() {
    owner.check(this);
    return bytes;
  }

  public FloatBuffer floats() {
    owner.check(this);
    return floats;
  }

  public DoubleBuffer doubles() {
    owner.check(this);
    return doubles;
  }

  public LongBuffer longs() {
    owner.check(this);
    return longs;
  }

  public IntBuffer ints() {
    owner.check(this);
    return ints;
  }

  public ShortBuffer shorts() {
    owner.check(this);
    return shorts;
  }

  @Override
  public NativeStorage retain() {
    owner.retain(this);
    return this;
  }

  @Override
  public void close() {
    owner.release(this);
  }

  @Override
  public String toString() {
    return "native " + dtype + "[" + length + "]";
  }
}
