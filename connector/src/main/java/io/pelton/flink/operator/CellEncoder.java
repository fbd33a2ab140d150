package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.DirectBinding;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes records as cells of a batch builder, whose columns the model reads in place. */
abstract class CellEncoder<T> implements RecordEncoder<T> {
  final ArrowBatchBuilder builder;

  CellEncoder(ArrowAllocator allocator, Schema wanted, int maxRows) {
    this.builder = ArrowBatchBuilder.create(allocator, wanted, maxRows);
  }

  @Override
  public final Schema schema() {
    return builder.schema();
  }

  @Override
  public final int rows() {
    return builder.rows();
  }

  @Override
  public final long bytes() {
    return builder.bytes();
  }

  @Override
  public final void trim() {
    builder.trim();
  }

  @Override
  public final Optional<DirectBinding> direct(BatchBinder binder) {
    return binder.direct(builder);
  }

  @Override
  public final void clear() {
    builder.clear();
  }

  @Override
  public final ArrowBatch finish() {
    return builder.finish();
  }

  @Override
  public final void close() {
    builder.close();
  }
}
