package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatchBuilder;

/** A column of a batch builder. Strings have to be UTF-8. */
final class BuilderColumn extends Column {
  private final ArrowBatchBuilder builder;
  private final int column;

  BuilderColumn(ArrowBatchBuilder builder, int column) {
    this.builder = builder;
    this.column = column;
  }

  @Override
  void truth(boolean value) {
    builder.setBoolean(column, value);
  }

  @Override
  void integer(long value) {
    builder.setLong(column, value);
  }

  @Override
  void single(float value) {
    builder.setFloat(column, value);
  }

  @Override
  void real(double value) {
    builder.setDouble(column, value);
  }

  @Override
  void bytes(AvroInput input, int from, int count) {
    if (!Utf8Check.isValid(input.array(), from, count)) {
      throw input.invalid("a string of " + count + " bytes that are not UTF-8");
    }
    builder.setText(column, input.array(), from, count);
  }

  @Override
  void nothing() {
    builder.setNull(column);
  }
}
