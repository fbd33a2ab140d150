package io.pelton.arrow.io;

/**
 * Where a message lies.
 *
 * @param offset of its first byte
 * @param metadata bytes of its header, with what frames it
 * @param body bytes after the header
 */
record BlockRange(long offset, long metadata, long body) {
  long bodyOffset() {
    return offset + metadata;
  }

  /** Of the byte after the body. */
  long end() {
    return bodyOffset() + body;
  }
}
