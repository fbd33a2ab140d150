package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/** A tensor [N,L] of ones, as long as the lists of another input are. */
final class MaskInput extends InputBinder {
  private final ListInput lists;
  private final NumberSink sink;

  /**
   * @param lists of the input whose second axis this one has, too
   */
  MaskInput(ModelInput input, ListInput lists) {
    super(input, new BoundColumn[0], NullPolicy.standard());
    this.lists = lists;
    this.sink = NumberSink.of(input.dtype());
  }

  /** The input whose elements this one is about. */
  ListInput lists() {
    return lists;
  }

  static boolean supports(DType dtype) {
    return NumberSink.supports(dtype);
  }

  @Override
  void prepare(Rows rows) {
    // whichever of the two comes first in the model
    lists.prepare(rows);
  }

  @Override
  Optional<String> standingObstacle() {
    return Optional.of("a mask has no column");
  }

  @Override
  Optional<String> momentaryObstacle(int rows) {
    return Optional.empty();
  }

  @Override
  Bound view(Rows rows) {
    throw new IllegalStateException("a mask is always packed");
  }

  @Override
  Optional<DirectInput> place(ColumnPlan plan) {
    return Optional.empty();
  }

  @Override
  Tensor pack(Rows rows) {
    int elements = Math.multiplyExact(rows.count(), lists.length());
    sink.begin(elements, 1);
    PackedValue.fill(sink, elements, 1L);
    return new Tensor(sink.storage(elements), Layout.contiguous(rows.count(), lists.length()));
  }

  @Override
  long[] dims(int rows) {
    return new long[] {rows, lists.length()};
  }
}
