package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The type of Arrow batches in a stream. Functions that return batches name it: {@code
 * .returns(ArrowBatchTypeInfo.INSTANCE)}.
 *
 * <p>With object reuse a function sees the sender's batch, without a copy, until it returns;
 * whoever keeps it longer retains it and closes it later. Without object reuse, and behind a
 * network exchange, a function gets a batch of its own: it may keep it, and it may close it when it
 * is done; the garbage collector takes care of the rest.
 */
@PublicEvolving
public final class ArrowBatchTypeInfo extends OpaqueTypeInfo<ArrowBatch> {
  /** Batches that travel as they lie in memory. */
  public static final ArrowBatchTypeInfo INSTANCE = new ArrowBatchTypeInfo(Compression.NONE);

  private static final long serialVersionUID = 1L;

  private final Compression compression;

  private ArrowBatchTypeInfo(Compression compression) {
    this.compression = compression;
  }

  /**
   * Batches that travel, and are kept in state, compressed; for networks and disks that are slower
   * than the compression. What a savepoint has in one compression is read with any other.
   */
  public static ArrowBatchTypeInfo compressed(Compression compression) {
    return new ArrowBatchTypeInfo(compression);
  }

  @Override
  public Class<ArrowBatch> getTypeClass() {
    return ArrowBatch.class;
  }

  @Override
  public TypeSerializer<ArrowBatch> createSerializer(SerializerConfig config) {
    return new ArrowBatchSerializer(compression);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowBatchTypeInfo type && compression == type.compression;
  }

  @Override
  public int hashCode() {
    // an enum's own hash differs between processes
    return compression.name().hashCode();
  }

  @Override
  public String toString() {
    return compression == Compression.NONE ? "ArrowBatch" : "ArrowBatch (" + compression + ")";
  }
}
