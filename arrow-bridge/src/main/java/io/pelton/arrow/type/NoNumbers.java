package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;

/** A column of nulls where numbers or truth values are wanted. */
final class NoNumbers extends NumberType {
  @Override
  public DType dtype() {
    return DType.BOOL;
  }

  @Override
  public Optional<String> packedBecause() {
    return Optional.of(NoText.REASON);
  }

  @Override
  public long bytes(long rows) {
    return 0;
  }

  @Override
  public boolean isReal() {
    return false;
  }

  @Override
  public ByteBuffer values(FieldVector vector, int rows) {
    return ByteBuffer.allocate(0);
  }

  @Override
  public void longs(ByteBuffer values, Rows rows, int from, int count, long[] block) {
    Arrays.fill(block, 0, count, 0);
  }
}
