package io.pelton.flink.operator;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.UnevenLists;
import io.pelton.arrow.ValueMismatch;
import io.pelton.arrow.ValueOutOfRange;
import io.pelton.flink.error.FunctionFailed;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes records with a writer a column. */
class FieldEncoder<T> extends CellEncoder<T> {
  private final CellWriter<T>[] writers;

  /**
   * @param writers one a column of {@code wanted}
   */
  @SuppressWarnings("unchecked")
  FieldEncoder(ArrowAllocator allocator, Schema wanted, int maxRows, List<CellWriter<T>> writers) {
    super(allocator, wanted, maxRows);
    this.writers = writers.toArray(CellWriter[]::new);
  }

  /** Why a record contradicts the type of its stream as a whole; null where it does not. */
  String contradiction(T record) {
    return null;
  }

  /** Why a record can't be scored, before anything of it is written; null where it can. */
  RowFailure refusal(T record) {
    String contradiction = contradiction(record);
    return contradiction == null
        ? null
        : new RowFailure(RowFailure.UNKNOWN, "", contradiction, null);
  }

  @Override
  public final RowFailure add(T record) {
    RowFailure refusal = refusal(record);
    if (refusal != null) {
      return refusal;
    }
    builder.startRow();
    int column = 0;
    try {
      for (; column < writers.length; column++) {
        writers[column].write(record, builder, column);
      }
      builder.endRow();
      return null;
    } catch (AllocationLimitExceeded e) {
      builder.discardRow();
      return RowFailure.memory(e);
    } catch (ValueMismatch e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    } catch (ValueOutOfRange e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    } catch (UnevenLists e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    } catch (FunctionFailed e) {
      builder.discardRow();
      return RowFailure.function(e);
    } catch (ClassCastException e) {
      builder.discardRow();
      return RowFailure.misfit(schema().getFields().get(column).getName(), e);
    }
  }

  @Override
  public boolean isMisfit(RowFailure failure) {
    return RowFailure.isMisfit(failure);
  }
}
