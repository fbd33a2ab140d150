package io.pelton.arrow.io;

import io.pelton.arrow.MissingCodec;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;

/** How the bodies of record batches are written. */
public enum Compression {
  NONE(""),
  /** Fast; LZ4 frames. */
  LZ4("at.yawk.lz4:lz4-java"),
  /** Small; needs {@code com.github.luben:zstd-jni}. */
  ZSTD("org.apache.arrow:arrow-compression and com.github.luben:zstd-jni");

  private final String libraries;

  Compression(String libraries) {
    this.libraries = libraries;
  }

  /** A codec for one thread. */
  CompressionCodec codec() {
    return switch (this) {
      case NONE -> NoCompressionCodec.INSTANCE;
      case LZ4 -> new Lz4Codec();
      case ZSTD -> CommonsCompressionFactory.INSTANCE.createCodec(CodecType.ZSTD);
    };
  }

  /** What to throw where something can't be loaded. */
  MissingCodec missing(Origin origin, LinkageError cause) {
    if (this == NONE) {
      throw cause;
    }
    return new MissingCodec(origin.name(), name(), libraries, cause);
  }
}
