package io.pelton.arrow;

import java.util.List;

/** An {@link ArrowAllocator} was closed while some of its memory was still held. */
public final class AllocatorLeak extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String allocator;
  private final long bytes;
  private final List<String> holders;

  public AllocatorLeak(String allocator, long bytes, List<String> holders) {
    super(
        "Allocator '"
            + allocator
            + "' was closed with "
            + bytes
            + " bytes still held by "
            + (holders.isEmpty()
                ? "Arrow vectors or buffers that the bridge did not make"
                : holders)
            + "; close these first.");
    this.allocator = allocator;
    this.bytes = bytes;
    this.holders = List.copyOf(holders);
  }

  public String allocator() {
    return allocator;
  }

  public long bytes() {
    return bytes;
  }

  public List<String> holders() {
    return holders;
  }
}
