package io.pelton.flink.operator;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.ValueMismatch;
import io.pelton.arrow.ValueOutOfRange;
import io.pelton.arrow.avro.AvroOptions;
import io.pelton.arrow.avro.AvroRows;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Avro fields as cells of a batch builder, whose columns the model reads in place. */
final class AvroCellEncoder<T> extends CellEncoder<T> {
  private final AvroRows rows;

  AvroCellEncoder(
      ArrowAllocator allocator,
      Schema wanted,
      int maxRows,
      org.apache.avro.Schema writer,
      AvroOptions options) {
    super(allocator, wanted, maxRows);
    this.rows = AvroRows.into(builder, writer, options);
  }

  @Override
  public RowFailure add(T record) {
    builder.startRow();
    try {
      if (record instanceof byte[] value) {
        rows.set(value);
      } else {
        rows.set((IndexedRecord) record);
      }
      builder.endRow();
      return null;
    } catch (AllocationLimitExceeded e) {
      builder.discardRow();
      return RowFailure.memory(e);
    } catch (InvalidAvro e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    } catch (ValueMismatch e) {
      builder.discardRow();
      return RowFailure.contradiction(e);
    } catch (ValueOutOfRange e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    }
  }

  @Override
  public boolean isMisfit(RowFailure failure) {
    return failure.cause() instanceof ValueMismatch;
  }
}
