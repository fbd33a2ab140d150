package io.pelton.arrow.io;

import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;

/** How the bodies of record batches are written. */
public enum Compression {
  NONE,
  /** Fast. */
  LZ4,
  /** Small. */
  ZSTD;

  CompressionCodec codec() {
    return switch (this) {
      case NONE -> NoCompressionCodec.INSTANCE;
      case LZ4 -> CommonsCompressionFactory.INSTANCE.createCodec(CodecType.LZ4_FRAME);
      case ZSTD -> CommonsCompressionFactory.INSTANCE.createCodec(CodecType.ZSTD);
    };
  }
}
