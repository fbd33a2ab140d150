package io.pelton.arrow.io;

import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.vector.types.MetadataVersion;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.validate.MetadataV4UnionChecker;

/**
 * What stands at the end of a file: its schema, and where its batches are.
 *
 * @param schema the logical one
 */
record IpcFooter(Schema schema, List<BlockRange> dictionaries, List<BlockRange> batches) {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD = 8;

  /** The length of the footer and the closing magic. */
  private static final int TAIL = 4 + MAGIC.length;

  /**
   * Where a message lies in the file.
   *
   * @param metadata bytes of its header
   * @param body bytes after the header
   */
  record BlockRange(long offset, long metadata, long body) {}

  static IpcFooter read(IpcSource source) {
    long size = source.size();
    if (size < MAGIC.length || !startsWithMagic(source.read(0, MAGIC.length, "magic"))) {
      throw source.invalid(
          0,
          "not an Arrow IPC file: it does not begin with ARROW1; give an Arrow IPC (Feather v2) file");
    }
    ByteBuffer tail =
        size < HEAD + TAIL ? null : source.read(size - TAIL, TAIL, "end of the footer");
    if (tail == null || !startsWithMagic(tail.position(4).slice())) {
      throw source.invalid(
          size,
          "the file does not end with ARROW1: it is truncated or was not finished; write it again");
    }
    int length = tail.getInt(0);
    long start = size - TAIL - length;
    if (length <= 0 || start < HEAD) {
      throw source.invalid(
          size - TAIL, "the footer says it has " + length + " bytes; the file is corrupted");
    }
    ByteBuffer bytes = source.read(start, length, "footer");
    try {
      return parse(source, Footer.getRootAsFooter(bytes), start, length);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException broken) {
      throw source.invalid(start, "the footer is corrupted: " + broken.getMessage(), broken);
    }
  }

  private static boolean startsWithMagic(ByteBuffer bytes) {
    return bytes.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  private static IpcFooter parse(IpcSource source, Footer footer, long start, int length) {
    if (footer.schema() == null) {
      throw source.invalid(start, "the footer has no schema; the file is corrupted");
    }
    if (footer.schema().endianness() != Endianness.Little) {
      throw new UnsupportedArrowFile(
          source.name(), "big-endian numbers", "write the file on a little-endian machine");
    }
    if (!SchemaCheck.isSound(footer.schema(), length)) {
      throw source.invalid(start, "the schema refers to itself or is nested too deep");
    }
    Schema schema = schema(source, footer);
    return new IpcFooter(
        schema,
        blocks(source, start, footer.dictionariesLength(), footer::dictionaries),
        blocks(source, start, footer.recordBatchesLength(), footer::recordBatches));
  }

  private static Schema schema(IpcSource source, Footer footer) {
    Schema schema;
    try {
      schema = Schema.convertSchema(footer.schema());
    } catch (UnsupportedOperationException | IllegalArgumentException unsupported) {
      throw unsupported(source, "a type that Arrow Java lacks (" + unsupported.getMessage() + ")");
    }
    try {
      MetadataV4UnionChecker.checkRead(schema, MetadataVersion.fromFlatbufID(footer.version()));
    } catch (IOException old) {
      throw unsupported(source, "unions of metadata version V4");
    }
    schema.getFields().forEach(field -> checkNames(source, field));
    return schema;
  }

  /** Arrow Java keeps one of several children of one name, and would read the rest as another. */
  private static void checkNames(IpcSource source, Field field) {
    Set<String> names = new HashSet<>();
    for (Field child : field.getChildren()) {
      if (field.getType() instanceof ArrowType.Struct && !names.add(child.getName())) {
        throw unsupported(
            source,
            "column '" + field.getName() + "' with two children named '" + child.getName() + "'");
      }
      checkNames(source, child);
    }
  }

  private static UnsupportedArrowFile unsupported(IpcSource source, String found) {
    return new UnsupportedArrowFile(source.name(), found, "write the column in another way");
  }

  private static List<BlockRange> blocks(
      IpcSource source, long end, int count, IntFunction<Block> blocks) {
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
        throw source.invalid(
            range.offset(),
            "batch "
                + i
                + " should have a header of "
                + range.metadata()
                + " and a body of "
                + range.body()
                + " bytes, which do not fit before the footer; the file is corrupted");
      }
      ranges.add(range);
    }
    return List.copyOf(ranges);
  }
}
