package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
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
  public static final ArrowBatchTypeInfo INSTANCE = new ArrowBatchTypeInfo();

  private static final long serialVersionUID = 1L;

  private ArrowBatchTypeInfo() {}

  @Override
  public Class<ArrowBatch> getTypeClass() {
    return ArrowBatch.class;
  }

  @Override
  public TypeSerializer<ArrowBatch> createSerializer(SerializerConfig config) {
    return ArrowBatchSerializer.INSTANCE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowBatchTypeInfo;
  }

  @Override
  public int hashCode() {
    return ArrowBatchTypeInfo.class.hashCode();
  }

  @Override
  public String toString() {
    return "ArrowBatch";
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
