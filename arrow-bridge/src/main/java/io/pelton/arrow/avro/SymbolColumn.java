package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatchBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A column of strings in a batch builder for the symbols of an enum. */
final class SymbolColumn extends Column {
  private final ArrowBatchBuilder builder;
  private final int column;
  private final byte[][] symbols;

  SymbolColumn(ArrowBatchBuilder builder, int column, List<String> symbols) {
    this.builder = builder;
    this.column = column;
    this.symbols =
        symbols.stream()
            .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  @Override
  void integer(long value) {
    byte[] symbol = symbols[(int) value];
    builder.setText(column, symbol, 0, symbol.length);
  }

  @Override
  void nothing() {
    builder.setNull(column);
  }
}
