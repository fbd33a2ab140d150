package io.pelton.arrow.io;

import org.apache.arrow.memory.ArrowBuf;

/** What follows a message's header. */
interface MessageBody {
  /**
   * Reads a part, which lies within the length that the header says. The caller releases it.
   *
   * @param offset in the body
   */
  ArrowBuf read(long offset, long length);

  /** A body that was read whole, and stays the caller's. */
  static MessageBody of(ArrowBuf body) {
    return (offset, length) -> {
      body.getReferenceManager().retain();
      return body.slice(offset, length);
    };
  }
}
