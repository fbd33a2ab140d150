package io.pelton.arrow.avro;

import io.pelton.arrow.InvalidAvro;
import java.io.IOException;

/**
 * The blocks of a range of a container file, one after the other. A block is of the range in which
 * the marker before it begins, so that ranges that touch share all blocks between them.
 */
final class ContainerBlocks {
  /** Records that take no bytes, in one block. */
  private static final int EMPTY_RECORDS = 1 << 20;

  /** What a codec may add to data that it can't compress. */
  private static final long CODEC_BYTES = 1 << 20;

  private final ContainerSource source;
  private final ContainerHeader header;
  private final long end;
  private final int mostBytes;
  private final int recordBytes;
  private boolean begun;
  private long offset;
  private long records;
  private long bytes;

  /**
   * @param from the first byte that a marker may begin at
   * @param end the byte after the last one
   * @param most bytes of a block after decompression
   */
  ContainerBlocks(ContainerSource source, ContainerHeader header, long from, long end, int most) {
    this.source = source;
    this.header = header;
    this.end = end;
    this.mostBytes = most;
    this.recordBytes = LeastBytes.of(header.schema());
    begin(from);
  }

  private void begin(long from) {
    long first = header.end() - ContainerSource.SYNC_BYTES;
    source.seek(Math.max(from, first));
    begun = source.position() < source.size() && source.seekBehind(header.sync());
  }

  /** Reads the head of the next block; false where there is none. */
  boolean next() {
    long marker = source.position() - ContainerSource.SYNC_BYTES;
    if (!begun || marker >= end || source.position() >= source.size()) {
      return false;
    }
    offset = source.position();
    records = source.readLong("a block's head");
    bytes = source.readLong("a block's head");
    if (records < 0 || bytes < 0) {
      throw source.invalid(offset, "a block of " + records + " records in " + bytes + " bytes");
    }
    return true;
  }

  long offset() {
    return offset;
  }

  /** Records of the block whose head was read. */
  long records() {
    return records;
  }

  /** Passes over the block whose head was read. */
  void skip() {
    source.skip(bytes, "a block");
    source.checkSync(header.sync());
  }

  /** The data of the block whose head was read. */
  byte[] read() {
    if (bytes > mostBytes + CODEC_BYTES) {
      throw source.invalid(
          offset, "a block of " + bytes + " bytes; allow as many by AvroOptions.withBlockBytes");
    }
    byte[] block = source.read(bytes, "a block");
    source.checkSync(header.sync());
    byte[] data;
    try {
      data = header.codec().decompress(block, mostBytes);
    } catch (IOException failure) {
      throw new InvalidAvro(source.name(), -1, offset, failure.getMessage(), failure);
    }
    long most = recordBytes == 0 ? EMPTY_RECORDS : data.length / recordBytes;
    if (records > most) {
      throw source.invalid(
          offset, "a block of " + records + " records, of which its bytes hold " + most);
    }
    return data;
  }
}
