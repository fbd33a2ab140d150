package io.pelton.arrow;

import io.pelton.arrow.Account.Hold;
import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.NumberType;
import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.ReferenceManager;

/**
 * Columns of numbers as a tensor: in place where they are of the input's dtype, without nulls that
 * need filling, and at one stride in one buffer; packed row by row otherwise.
 */
final class NumberInput extends InputBinder {
  private final NumberSink sink;
  private final NullFill fill;
  private final long[] longs = new long[NumberType.BLOCK];
  private final double[] doubles = new double[NumberType.BLOCK];

  NumberInput(
      ModelInput input, ColumnReader[] columns, NullPolicy nulls, boolean flat, NumberSink sink) {
    super(input, columns, nulls, flat);
    this.sink = sink;
    this.fill = NullFill.of(nulls);
  }

  @Override
  Optional<String> standingObstacle() {
    for (ColumnReader column : columns) {
      if (column.packedBecause().isPresent()) {
        return column.packedBecause().map(reason -> named(column) + " is packed: " + reason);
      }
      if (column.type().dtype() != input.dtype()) {
        return Optional.of(
            named(column) + " is " + column.type().dtype() + " and the input " + input.dtype());
      }
    }
    return Optional.empty();
  }

  @Override
  Optional<String> momentaryObstacle(int rows) {
    for (ColumnReader column : columns) {
      if (column.nulls() > 0 && !(fill.isNan() && NanSlots.hold(column, rows))) {
        return Optional.of(named(column) + " holds nulls");
      }
    }
    return ColumnStride.of(columns, input.dtype()).isPresent()
        ? Optional.empty()
        : Optional.of("the columns do not lie at one stride in one buffer");
  }

  private static String named(ColumnReader column) {
    return "column '" + column.name() + "'";
  }

  @Override
  Bound view(Rows rows) {
    int count = rows.count();
    ColumnStride stride = ColumnStride.of(columns, input.dtype()).orElseThrow();
    ArrowBuf memory = stride.window(count);
    ReferenceManager references = memory.getReferenceManager();
    ByteBuffer bytes = memory.nioBuffer(0, Math.toIntExact(memory.capacity()));
    references.retain();
    Hold hold =
        Account.hold(references.getAllocator(), () -> "view of input '" + input.name() + "'");
    NativeStorage storage =
        NativeStorage.wrap(
            input.dtype(),
            bytes,
            () -> {
              hold.end();
              references.release();
            });
    return new Bound(new Tensor(storage, strided(count, stride)), storage);
  }

  private Layout strided(int rows, ColumnStride stride) {
    return isFlat()
        ? Layout.contiguous(rows)
        : Layout.of(
            new long[] {rows, columns.length}, new long[] {1, stride.elements()}, stride.first());
  }

  @Override
  Tensor pack(Rows rows) {
    int elements = Math.multiplyExact(rows.count(), columns.length);
    sink.reserve(elements);
    for (int column = 0; column < columns.length; column++) {
      pack(columns[column], rows, column);
    }
    return new Tensor(sink.storage(elements), layout(rows.count()));
  }

  private void pack(ColumnReader column, Rows rows, int at) {
    NumberType type = (NumberType) column.type();
    boolean someNull = column.nulls() > 0;
    if (someNull && column.values().getValueCount() == 0) {
      fillAll(rows.count(), at);
      return;
    }
    ByteBuffer values = type.values(column.values(), column.values().getValueCount());
    Rows places = column.places(rows);
    for (int from = 0; from < rows.count(); from += NumberType.BLOCK) {
      int count = Math.min(NumberType.BLOCK, rows.count() - from);
      int target = from * columns.length + at;
      if (type.isReal()) {
        type.doubles(values, places, from, count, doubles);
        sink.doubles(doubles, count, target, columns.length);
      } else {
        type.longs(values, places, from, count, longs);
        packLongs(column, rows, from, count, target, someNull);
      }
      if (someNull) {
        fillNulls(column, rows, from, count, target);
      }
    }
  }

  private void packLongs(
      ColumnReader column, Rows rows, int from, int count, int target, boolean someNull) {
    for (int i = 0; someNull && i < count; i++) {
      if (column.isNull(rows.at(from + i))) {
        longs[i] = 0;
      }
    }
    boolean unsigned = column.type().dtype() == DType.U64;
    int misfit = sink.longs(longs, count, unsigned, target, columns.length);
    if (misfit >= 0) {
      String value = unsigned ? Long.toUnsignedString(longs[misfit]) : Long.toString(longs[misfit]);
      throw new ValueOutOfRange(
          column.name(), rows.at(from + misfit), value, input.dtype().toString());
    }
  }

  private void fillNulls(ColumnReader column, Rows rows, int from, int count, int target) {
    for (int i = 0; i < count; i++) {
      if (column.isNull(rows.at(from + i))) {
        fill.write(sink, target + i * columns.length);
      }
    }
  }

  private void fillAll(int rows, int at) {
    for (int row = 0; row < rows; row++) {
      fill.write(sink, row * columns.length + at);
    }
  }
}
