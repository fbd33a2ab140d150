package io.pelton.arrow.io;

import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * The header of a message with rows: a batch or a dictionary.
 *
 * @param batch its nodes and buffers
 * @param dictionary null where the message is a batch
 */
record IpcMessage(BlockRange range, RecordBatch batch, int rows, DictionaryHeader dictionary) {
  /** The message's first bytes in all but the oldest versions. */
  static final int CONTINUATION = -1;

  /**
   * @param delta whether the values extend those that came before
   */
  record DictionaryHeader(long id, boolean delta) {}

  /** Reads a header from a file. */
  static IpcMessage read(IpcSource source, BlockRange range) {
    ByteBuffer bytes = source.read(range.offset(), range.metadata(), "header");
    int prefix = bytes.getInt(0) == CONTINUATION ? 8 : 4;
    if (range.metadata() <= prefix) {
      throw source
          .origin()
          .corrupted(range.offset(), "a header of " + range.metadata() + " bytes has no contents");
    }
    return parse(source.origin(), range, bytes.position(prefix).slice());
  }

  /**
   * @param header without what frames it
   */
  static IpcMessage parse(Origin origin, BlockRange range, ByteBuffer header) {
    try {
      return of(origin, range, Message.getRootAsMessage(header));
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException broken) {
      throw headerBroken(origin, range.offset(), broken);
    }
  }

  static RuntimeException headerBroken(Origin origin, long offset, RuntimeException broken) {
    return origin.invalid(offset, "the header is corrupted: " + broken.getMessage(), broken);
  }

  private static IpcMessage of(Origin origin, BlockRange range, Message message) {
    if (message.headerType() == MessageHeader.RecordBatch) {
      return of(origin, range, (RecordBatch) message.header(new RecordBatch()), null);
    }
    if (message.headerType() == MessageHeader.DictionaryBatch) {
      DictionaryBatch dictionary = (DictionaryBatch) message.header(new DictionaryBatch());
      return of(
          origin,
          range,
          dictionary.data(),
          new DictionaryHeader(dictionary.id(), dictionary.isDelta()));
    }
    throw origin.corrupted(
        range.offset(), "expected a batch, found a message of kind " + message.headerType());
  }

  private static IpcMessage of(
      Origin origin, BlockRange range, RecordBatch batch, DictionaryHeader dictionary) {
    if (batch == null) {
      throw origin.corrupted(range.offset(), "a message without contents");
    }
    long rows = batch.length();
    if (rows < 0 || rows > Integer.MAX_VALUE) {
      throw origin.corrupted(range.offset(), "a batch of " + rows + " rows");
    }
    return new IpcMessage(range, batch, (int) rows, dictionary);
  }
}
