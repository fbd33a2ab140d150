package io.pelton.flink.operator;

import io.pelton.arrow.ArrowBatchBuilder;

/** Sets one cell of a batch builder's row from a record. */
@FunctionalInterface
interface CellWriter<T> {
  /**
   * @throws io.pelton.arrow.ArrowBridgeException for a value that the column does not take
   * @throws ClassCastException for a record that contradicts the type of its stream
   * @throws io.pelton.flink.error.FunctionFailed where a user's function threw
   */
  void write(T record, ArrowBatchBuilder builder, int column);
}
