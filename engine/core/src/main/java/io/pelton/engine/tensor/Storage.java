package io.pelton.engine.tensor;

/**
 * The elements of one or more tensors, without a shape. Reference-counted: whoever keeps a storage
 * beyond a call {@link #retain retains} it and {@link #close closes} it once; heap storages need
 * neither. Contents may be written by one thread at a time.
 */
public sealed interface Storage extends AutoCloseable
    permits HeapStorage, NativeStorage, DeviceStorage, StringStorage {
  DType dtype();

  MemorySpace space();

  /** Elements, not bytes. */
  long length();

  long byteLength();

  /** Adds an owner. */
  Storage retain();

  /** Drops an owner; the last one releases the memory. */
  @Override
  void close();
}
