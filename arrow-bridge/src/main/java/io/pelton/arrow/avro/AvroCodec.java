package io.pelton.arrow.avro;

import io.pelton.arrow.UnsupportedArrowFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorInputStream;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZUtils;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorOutputStream;

/** How the blocks of a container file are compressed. {@link #XZ} needs org.tukaani:xz. */
public enum AvroCodec {
  NULL {
    @Override
    InputStream expand(byte[] block) {
      return new ByteArrayInputStream(block);
    }

    @Override
    OutputStream shrink(OutputStream out, int bytes) {
      return out;
    }
  },
  DEFLATE {
    @Override
    InputStream expand(byte[] block) {
      return new InflaterInputStream(new ByteArrayInputStream(block), new Inflater(true)) {
        @Override
        public void close() throws IOException {
          super.close();
          inf.end();
        }
      };
    }

    @Override
    OutputStream shrink(OutputStream out, int bytes) {
      return new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
        @Override
        public void close() throws IOException {
          super.close();
          def.end();
        }
      };
    }
  },
  BZIP2 {
    @Override
    InputStream expand(byte[] block) throws IOException {
      return new BZip2CompressorInputStream(new ByteArrayInputStream(block));
    }

    @Override
    OutputStream shrink(OutputStream out, int bytes) throws IOException {
      return new BZip2CompressorOutputStream(out);
    }
  },
  /** With the CRC-32 of the data behind each block. */
  SNAPPY {
    @Override
    InputStream expand(byte[] block) throws IOException {
      int count = Math.max(0, block.length - CHECKSUM_BYTES);
      return new SnappyCompressorInputStream(new ByteArrayInputStream(block, 0, count));
    }

    @Override
    OutputStream shrink(OutputStream out, int bytes) throws IOException {
      return new SnappyCompressorOutputStream(out, bytes);
    }
  },
  XZ {
    @Override
    InputStream expand(byte[] block) throws IOException {
      return new XZCompressorInputStream(new ByteArrayInputStream(block), true, XZ_KIBIBYTES);
    }

    @Override
    OutputStream shrink(OutputStream out, int bytes) throws IOException {
      return new XZCompressorOutputStream(out);
    }
  },
  ZSTANDARD {
    @Override
    InputStream expand(byte[] block) throws IOException {
      return new ZstdCompressorInputStream(new ByteArrayInputStream(block));
    }

    @Override
    OutputStream shrink(OutputStream out, int bytes) throws IOException {
      return new ZstdCompressorOutputStream(out);
    }
  };

  private static final int CHECKSUM_BYTES = 4;
  private static final int XZ_KIBIBYTES = 128 << 10;

  abstract InputStream expand(byte[] block) throws IOException;

  abstract OutputStream shrink(OutputStream out, int bytes) throws IOException;

  /** The name in a file's header. */
  String header() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws UnsupportedArrowFile for one that is not known, or whose library is not there
   */
  static AvroCodec of(String header, String file) {
    for (AvroCodec codec : values()) {
      if (codec.header().equals(header)) {
        codec.checkPresent(file);
        return codec;
      }
    }
    throw new UnsupportedArrowFile(
        file,
        "the codec '" + header + "'",
        "write it with one of null, deflate, bzip2, snappy, xz, zstandard");
  }

  void checkPresent(String file) {
    if (this == XZ && !XZUtils.isXZCompressionAvailable()) {
      throw new UnsupportedArrowFile(
          file, "the codec xz without its library", "add org.tukaani:xz to the class path");
    }
  }

  /**
   * The data of a block.
   *
   * @param most bytes that it may have
   * @throws IOException where it can't be had of these bytes
   */
  byte[] decompress(byte[] block, int most) throws IOException {
    byte[] data;
    if (this == NULL) {
      data = block;
    } else {
      try (InputStream in = expand(block)) {
        data = in.readNBytes(most + 1);
      } catch (RuntimeException e) {
        // what these decoders throw where a check of theirs is missing
        throw new IOException("compressed data that is corrupted: " + e, e);
      }
    }
    if (data.length > most) {
      throw new IOException(
          "more than " + most + " bytes in one block; allow more by AvroOptions.withBlockBytes");
    }
    if (this == SNAPPY) {
      checkSum(block, data);
    }
    return data;
  }

  private static void checkSum(byte[] block, byte[] data) throws IOException {
    if (block.length < CHECKSUM_BYTES
        || ByteBuffer.wrap(block).getInt(block.length - CHECKSUM_BYTES)
            != (int) sum(data, data.length)) {
      throw new IOException("the block's checksum is another");
    }
  }

  private static long sum(byte[] data, int count) {
    CRC32 crc = new CRC32();
    crc.update(data, 0, count);
    return crc.getValue();
  }

  /** The block for the first bytes of an array. */
  byte[] compress(byte[] data, int count) throws IOException {
    if (this == NULL) {
      return Arrays.copyOf(data, count);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream shrinking = shrink(out, count)) {
      shrinking.write(data, 0, count);
    }
    if (this == SNAPPY) {
      out.writeBytes(ByteBuffer.allocate(CHECKSUM_BYTES).putInt((int) sum(data, count)).array());
    }
    return out.toByteArray();
  }
}
