package io.pelton.arrow;

import io.pelton.arrow.Account.Hold;
import io.pelton.arrow.type.Rows;
import io.pelton.arrow.type.TextReader;
import io.pelton.arrow.type.TextType;
import io.pelton.arrow.type.Utf8Type;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.vector.FieldVector;

/**
 * Columns of text as a tensor: one column of Utf8 or Binary without nulls in place, all else packed
 * row by row.
 */
final class TextInput extends InputBinder {
  private final ColumnReader[] columns;
  private final boolean flat;
  private final StringStorage packed = StringStorage.growable();
  private final TextReader[] readers;
  private final Rows[] places;
  private final byte[] fill;

  TextInput(ModelInput input, ColumnReader[] columns, NullPolicy nulls, boolean flat) {
    super(input, columns, nulls);
    this.columns = columns;
    this.flat = flat;
    this.readers = new TextReader[columns.length];
    this.places = new Rows[columns.length];
    String text = nulls instanceof NullPolicy.DefaultText value ? value.value() : "";
    this.fill = text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  Optional<String> standingObstacle() {
    if (columns.length > 1) {
      return Optional.of("the text of " + columns.length + " columns is interleaved row by row");
    }
    return columns[0]
        .packedBecause()
        .map(reason -> "column '" + columns[0].name() + "' is packed: " + reason);
  }

  @Override
  Optional<String> momentaryObstacle(int rows) {
    return columns[0].nulls() > 0
        ? Optional.of("column '" + columns[0].name() + "' holds nulls")
        : columns[0].scattered();
  }

  @Override
  Bound view(Rows rows) {
    FieldVector vector = columns[0].vector();
    ReferenceManager offsets = vector.getOffsetBuffer().getReferenceManager();
    ReferenceManager data = vector.getDataBuffer().getReferenceManager();
    offsets.retain();
    data.retain();
    Hold hold = Account.hold(vector.getAllocator(), () -> "view of input '" + input.name() + "'");
    StringStorage storage =
        ((Utf8Type) columns[0].type())
            .view(
                vector,
                columns[0].first(),
                rows.count(),
                () -> {
                  hold.end();
                  offsets.release();
                  data.release();
                });
    return new Bound(new Tensor(storage, layout(rows.count())), storage);
  }

  private Layout layout(int rows) {
    return flat ? Layout.contiguous(rows) : Layout.contiguous(rows, columns.length);
  }

  @Override
  Optional<DirectInput> place(ColumnPlan plan) {
    int column = columns[0].position();
    return column >= 0 && plan.layout(column).grows()
        ? Optional.of(new DirectText(column, this::layout))
        : Optional.empty();
  }

  @Override
  Tensor pack(Rows rows) {
    for (int i = 0; i < columns.length; i++) {
      FieldVector values = columns[i].values();
      readers[i] = ((TextType) columns[i].type()).read(values, columns[i].valueCount());
      places[i] = columns[i].places(rows);
    }
    packed.clear();
    for (int i = 0; i < rows.count(); i++) {
      for (int column = 0; column < columns.length; column++) {
        if (columns[column].nulls() > 0 && columns[column].isNull(rows.at(i))) {
          packed.append(fill, 0, fill.length);
        } else {
          readers[column].append(places[column].at(i), packed);
        }
      }
    }
    return new Tensor(packed, layout(rows.count()));
  }

  @Override
  long[] dims(int rows) {
    return flat ? new long[] {rows} : new long[] {rows, columns.length};
  }
}
