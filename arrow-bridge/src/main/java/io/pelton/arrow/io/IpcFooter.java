package io.pelton.arrow.io;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * What stands at the end of a file: its schema, and where its batches are.
 *
 * @param schema the logical one
 */
record IpcFooter(Schema schema, List<BlockRange> dictionaries, List<BlockRange> batches) {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  /** The opening magic and what aligns it. */
  static final int HEAD = 8;

  /** The length of the footer and the closing magic. */
  private static final int TAIL = 4 + MAGIC.length;

  static byte[] magic() {
    return MAGIC.clone();
  }

  static IpcFooter read(IpcSource source) {
    Origin origin = source.origin();
    long size = source.size();
    if (size < MAGIC.length || !startsWithMagic(source.read(0, MAGIC.length, "magic"))) {
      throw origin.invalid(
          0,
          "not an Arrow IPC file: it does not begin with ARROW1; give an Arrow IPC (Feather v2)"
              + " file, or read it as a stream");
    }
    ByteBuffer tail =
        size < HEAD + TAIL ? null : source.read(size - TAIL, TAIL, "end of the footer");
    if (tail == null || !startsWithMagic(tail.position(4).slice())) {
      throw origin.invalid(
          size,
          "the file does not end with ARROW1: it is truncated or was not finished; write it again");
    }
    int length = tail.getInt(0);
    long start = size - TAIL - length;
    if (length <= 0 || start < HEAD) {
      throw origin.corrupted(size - TAIL, "the footer says it has " + length + " bytes");
    }
    ByteBuffer bytes = source.read(start, length, "footer");
    try {
      return parse(origin, Footer.getRootAsFooter(bytes), start, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException broken) {
      throw origin.invalid(start, "the footer is corrupted: " + broken.getMessage(), broken);
    }
  }

  static boolean startsWithMagic(ByteBuffer bytes) {
    return bytes.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  private static IpcFooter parse(Origin origin, Footer footer, long start, int length) {
    return new IpcFooter(
        IpcSchema.read(origin, footer.schema(), footer.version(), start, length),
        blocks(origin, start, length, footer.dictionariesLength(), footer::dictionaries),
        blocks(origin, start, length, footer.recordBatchesLength(), footer::recordBatches));
  }

  private static List<BlockRange> blocks(
      Origin origin, long end, int bytes, int count, IntFunction<Block> blocks) {
    if (count > bytes) {
      throw origin.corrupted(end, count + " batches in a footer of " + bytes + " bytes");
    }
    List<BlockRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Block block = blocks.apply(i);
      BlockRange range = new BlockRange(block.offset(), block.metaDataLength(), block.bodyLength());
      boolean sound =
          range.offset() >= HEAD
              && range.metadata() >= 4
              && range.body() >= 0
              && range.offset() <= end
              && range.metadata() <= end - range.offset()
              && range.body() <= end - range.offset() - range.metadata();
      if (!sound) {
        throw origin.corrupted(
            range.offset(),
            "batch %d should have a header of %d and a body of %d bytes, beyond the footer"
                .formatted(i, range.metadata(), range.body()));
      }
      ranges.add(range);
    }
    return List.copyOf(ranges);
  }
}
