package io.pelton.flink.operator;

import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.ValueOutOfRange;
import io.pelton.flink.Truncation;
import io.pelton.flink.text.Tokenizer;
import io.pelton.flink.text.Tokens;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.RowData;

/** The tokens of one row's text at a time, for the columns that they take. */
final class TokenCells {
  private final RowDataLeaf leaf;
  private final TextSpec text;
  private final Tokenizer tokenizer;
  private Tokens tokens;

  TokenCells(RowDataLeaf leaf, TextSpec text, Tokenizer tokenizer) {
    this.leaf = leaf;
    this.text = text;
    this.tokenizer = tokenizer;
  }

  /**
   * Tokenizes the text of a row, which the writers then write.
   *
   * @return null, or why the row can't be scored
   */
  RowFailure read(RowData row) {
    String value = text(row);
    if (value == null) {
      tokens = null;
      return text.nulls() instanceof NullPolicy.Drop
          ? null
          : RowFailure.binding(new NullNotAllowed(text.inputs().ids(), text.field(), 0));
    }
    int most = text.maxLength();
    boolean refuses = text.longer() == Truncation.REFUSE && most < Integer.MAX_VALUE;
    tokens = tokenizer.encode(value, refuses ? most + 1 : most);
    if (tokens.length() <= most) {
      return null;
    }
    return RowFailure.encoding(
        new ValueOutOfRange(
            text.field(), 0, "A text of more than " + most + " tokens", "max-length"));
  }

  private String text(RowData row) {
    RowData at = row;
    int depth = leaf.arities().size();
    for (int i = 0; i < depth && at != null; i++) {
      int position = leaf.positions().get(i);
      at = at.isNullAt(position) ? null : at.getRow(position, leaf.arities().get(i));
    }
    int position = leaf.positions().get(depth);
    if (at != null && !at.isNullAt(position)) {
      return at.getString(position).toString();
    }
    return text.nulls() instanceof NullPolicy.DefaultText other ? other.value() : null;
  }

  /** Writes ids, types or mask, as the column's name says. */
  CellWriter<RowData> writer(Field column) {
    if (column.getName().equals(text.field())) {
      return lists(tokenizer.padId(), Tokens::ids);
    }
    if (column.getName().equals(text.types())) {
      return lists(0, Tokens::types);
    }
    return mask(column.getChildren().get(0).getType().getTypeID() == ArrowTypeID.Bool);
  }

  /** What a list is made of. */
  private interface Part {
    long[] of(Tokens tokens);
  }

  private CellWriter<RowData> lists(long pad, Part part) {
    return (row, builder, column) -> {
      if (tokens == null) {
        builder.setNull(column);
        return;
      }
      long[] values = part.of(tokens);
      builder.setList(
          column,
          length(),
          (index, cells, to) -> cells.integer(to, index < values.length ? values[index] : pad));
    };
  }

  private CellWriter<RowData> mask(boolean isTruth) {
    return (row, builder, column) -> {
      if (tokens == null) {
        builder.setNull(column);
        return;
      }
      int own = tokens.length();
      builder.setList(
          column,
          length(),
          (index, cells, to) ->
              isTruth ? cells.truth(to, index < own) : cells.integer(to, index < own ? 1 : 0));
    };
  }

  private int length() {
    return text.fixedLength() > 0 ? text.fixedLength() : tokens.length();
  }
}
