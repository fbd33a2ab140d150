package io.pelton.arrow.io;

import io.pelton.arrow.io.IpcFooter.BlockRange;
import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * The header of a message.
 *
 * @param range where in the file
 * @param batch its rows and buffers; of a dictionary, those of the dictionary
 * @param dictionary null where the message is not one
 */
record IpcMessage(BlockRange range, RecordBatch batch, DictionaryBatch dictionary) {
  private static final int CONTINUATION = -1;

  static IpcMessage read(IpcSource source, BlockRange range) {
    ByteBuffer bytes = source.read(range.offset(), range.metadata(), "header");
    int prefix = bytes.getInt(0) == CONTINUATION ? 8 : 4;
    try {
      Message message = Message.getRootAsMessage(bytes.position(prefix).slice());
      return of(source, range, message);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException broken) {
      throw source.invalid(
          range.offset(), "the header is corrupted: " + broken.getMessage(), broken);
    }
  }

  private static IpcMessage of(IpcSource source, BlockRange range, Message message) {
    if (message.headerType() == MessageHeader.RecordBatch) {
      return new IpcMessage(range, (RecordBatch) message.header(new RecordBatch()), null);
    }
    if (message.headerType() == MessageHeader.DictionaryBatch) {
      DictionaryBatch dictionary = (DictionaryBatch) message.header(new DictionaryBatch());
      return new IpcMessage(range, dictionary.data(), dictionary);
    }
    throw source.invalid(
        range.offset(),
        "expected a batch, found a message of kind "
            + message.headerType()
            + "; the file is corrupted");
  }
}
