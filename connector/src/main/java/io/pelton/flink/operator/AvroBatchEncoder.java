package io.pelton.flink.operator;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.ValueMismatch;
import io.pelton.arrow.avro.AvroDecoder;
import io.pelton.arrow.avro.AvroOptions;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Avro fields as columns of their own types, which are bound to the model's inputs. */
final class AvroBatchEncoder<T> implements RecordEncoder<T> {
  private final AvroDecoder decoder;

  AvroBatchEncoder(ArrowAllocator allocator, org.apache.avro.Schema writer, AvroOptions options) {
    this.decoder = AvroDecoder.create(writer, options, allocator);
  }

  @Override
  public Schema schema() {
    return decoder.schema();
  }

  @Override
  public int rows() {
    return decoder.rows();
  }

  @Override
  public long bytes() {
    return decoder.bytes();
  }

  @Override
  public void trim() {
    if (rows() == 0) {
      decoder.finish().close();
    }
  }

  @Override
  public RowFailure add(T record) {
    try {
      if (record instanceof byte[] value) {
        decoder.add(value);
      } else {
        decoder.add((IndexedRecord) record);
      }
      return null;
    } catch (InvalidAvro e) {
      return RowFailure.encoding(e);
    } catch (ValueMismatch e) {
      return RowFailure.contradiction(e);
    } catch (AllocationLimitExceeded e) {
      return RowFailure.memory(e);
    }
  }

  @Override
  public boolean isMisfit(RowFailure failure) {
    return failure.cause() instanceof ValueMismatch;
  }

  @Override
  public ArrowBatch finish() {
    return decoder.finish();
  }

  @Override
  public void close() {
    decoder.close();
  }
}
