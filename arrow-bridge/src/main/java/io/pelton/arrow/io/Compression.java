package io.pelton.arrow.io;

import io.pelton.arrow.MissingCodec;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;

/** How the bodies of record batches are written. */
public enum Compression {
  NONE("nothing"),
  /** LZ4 frames. */
  LZ4("org.apache.arrow:arrow-compression and org.apache.commons:commons-compress"),
  /** ZSTD. */
  ZSTD("org.apache.arrow:arrow-compression and com.github.luben:zstd-jni");

  private final String libraries;

  Compression(String libraries) {
    this.libraries = libraries;
  }

  MissingCodec missing(Origin origin, LinkageError cause) {
    return new MissingCodec(origin.name(), name(), libraries, cause);
  }

  CompressionCodec codec() {
    return switch (this) {
      case NONE -> NoCompressionCodec.INSTANCE;
      case LZ4 -> CommonsCompressionFactory.INSTANCE.createCodec(CodecType.LZ4_FRAME);
      case ZSTD -> CommonsCompressionFactory.INSTANCE.createCodec(CodecType.ZSTD);
    };
  }
}
