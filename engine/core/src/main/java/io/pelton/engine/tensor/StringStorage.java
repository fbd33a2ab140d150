package io.pelton.engine.tensor;

import io.pelton.engine.error.ArenaTooLarge;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Strings as UTF-8 bytes behind 32-bit offsets, the layout of Arrow's Utf8 vectors, whose memory it
 * can wrap. Host only. A storage made by {@link #growable} is filled by appending, keeps its memory
 * over {@link #clear}, and so allocates nothing once warm; a wrapped one is read-only.
 */
public final class StringStorage implements Storage {
  /** The longest array that every JVM can make. */
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final Owner owner;
  private final boolean growable;
  private final MemorySpace space;
  private ByteBuffer offsets;
  private ByteBuffer bytes;
  private int length;

  private StringStorage(
      ByteBuffer offsets, ByteBuffer bytes, int length, boolean growable, Runnable release) {
    this.offsets = offsets;
    this.bytes = bytes;
    this.length = length;
    this.growable = growable;
    this.space = offsets.isDirect() ? MemorySpace.NATIVE : MemorySpace.HEAP;
    this.owner = new Owner(release);
  }

  public static StringStorage growable() {
    ByteBuffer offsets = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    return new StringStorage(offsets, ByteBuffer.allocate(256), 0, true, () -> {});
  }

  public static StringStorage of(String... strings) {
    StringStorage storage = growable();
    for (String string : strings) {
      storage.append(string);
    }
    return storage;
  }

  /**
   * Wraps foreign memory.
   *
   * @param offsets at least {@code length + 1} little-endian 32-bit offsets into {@code bytes}; the
   *     first need not be 0
   * @param release runs once, when the last owner closes this storage
   */
  public static StringStorage wrap(
      ByteBuffer offsets, ByteBuffer bytes, int length, Runnable release) {
    ByteBuffer ownOffsets = offsets.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (length > 0 && ownOffsets.capacity() < 4L * (length + 1L)) {
      throw new IllegalArgumentException(
          length + " strings need " + (length + 1L) + " offsets, not " + ownOffsets.capacity() / 4);
    }
    return new StringStorage(ownOffsets, bytes.slice(), length, false, release);
  }

  @Override
  public DType dtype() {
    return DType.STRING;
  }

  @Override
  public MemorySpace space() {
    return space;
  }

  @Override
  public long length() {
    return length;
  }

  /** Bytes of the text and of its offsets. */
  @Override
  public long byteLength() {
    return length == 0 ? 0 : offsets.getInt(4 * length) - offsets.getInt(0) + 4L * (length + 1L);
  }

  /** Bytes of memory held, used or not. */
  public long capacityBytes() {
    return (long) offsets.capacity() + bytes.capacity();
  }

  /** UTF-8 bytes of string {@code index}. */
  public int byteLength(int index) {
    owner.check(this);
    return offsets.getInt(4 * index + 4) - offsets.getInt(4 * index);
  }

  /**
   * Copies string {@code index} to {@code target} from {@code at} on; returns its length in bytes.
   */
  public int copy(int index, byte[] target, int at) {
    int length = byteLength(index);
    bytes.get(offsets.getInt(4 * index), target, at, length);
    return length;
  }

  /** Orders two strings by their bytes, which is the order of their code points. */
  public int compare(int left, int right) {
    int length = Math.min(byteLength(left), byteLength(right));
    int i = offsets.getInt(4 * left);
    int j = offsets.getInt(4 * right);
    for (int n = 0; n < length; n++) {
      int order = Byte.compareUnsigned(bytes.get(i + n), bytes.get(j + n));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(byteLength(left), byteLength(right));
  }

  public byte[] utf8(int index) {
    byte[] utf8 = new byte[byteLength(index)];
    copy(index, utf8, 0);
    return utf8;
  }

  public String get(int index) {
    return new String(utf8(index), StandardCharsets.UTF_8);
  }

  /** Forgets the strings and keeps the memory. */
  public void clear() {
    checkGrowable();
    length = 0;
  }

  public void append(String string) {
    byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
    append(utf8, 0, utf8.length);
  }

  public void append(byte[] utf8, int from, int count) {
    int end = reserve(count);
    bytes.put(end, utf8, from, count);
    finish(end + count);
  }

  /** Appends a string of another storage. */
  public void append(StringStorage source, int index) {
    int count = source.byteLength(index);
    int end = reserve(count);
    bytes.put(end, source.bytes, source.offsets.getInt(4 * index), count);
    finish(end + count);
  }

  private int reserve(int count) {
    checkGrowable();
    int end = length == 0 ? 0 : offsets.getInt(4 * length);
    long needed = (long) end + count;
    if (needed > MAX_BYTES) {
      throw new ArenaTooLarge(toString(), needed, MAX_BYTES);
    }
    if (bytes.capacity() < needed) {
      int size = (int) Math.min(MAX_BYTES, Math.max(needed, 2L * bytes.capacity()));
      bytes = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), size));
    }
    if (offsets.capacity() < 4 * (length + 2)) {
      offsets =
          ByteBuffer.wrap(Arrays.copyOf(offsets.array(), offsets.capacity() * 2))
              .order(ByteOrder.LITTLE_ENDIAN);
    }
    return end;
  }

  private void finish(int end) {
    length++;
    offsets.putInt(4 * length, end);
  }

  private void checkGrowable() {
    if (!growable) {
      throw new IllegalStateException("wrapped strings are read-only");
    }
  }

  @Override
  public StringStorage retain() {
    owner.retain(this);
    return this;
  }

  @Override
  public void close() {
    owner.release(this);
  }

  @Override
  public String toString() {
    return "strings[" + length + "]";
  }
}
