package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Columns of numbers as a tensor: in place where they are of the input's dtype, without nulls that
 * need filling, and at one stride in one buffer; packed row by row otherwise.
 */
final class NumberInput extends InputBinder {
  private final ColumnReader[] columns;
  private final boolean flat;
  private final NumberSink sink;
  private final NullFill fill;
  private final ColumnPacking[] packings;

  NumberInput(
      ModelInput input, ColumnReader[] columns, NullPolicy nulls, boolean flat, NumberSink sink) {
    super(input, columns, nulls);
    this.columns = columns;
    this.flat = flat;
    this.sink = sink;
    this.fill = NullFill.of(nulls);
    NumberScratch scratch = new NumberScratch();
    this.packings = new ColumnPacking[columns.length];
    for (int i = 0; i < packings.length; i++) {
      packings[i] = new ColumnPacking(columns[i], sink, fill, scratch);
    }
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
      if (column.scattered().isPresent()) {
        return column.scattered();
      }
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
    NativeStorage storage =
        ArrowMemory.wrap(
            input.dtype(),
            memory,
            memory.capacity(),
            memory.getReferenceManager().getAllocator(),
            () -> "view of input '" + input.name() + "'");
    Layout layout = strided(count, stride.elements(), stride.first());
    return new Bound(new Tensor(storage, layout), storage);
  }

  private Layout strided(int rows, long stride, long first) {
    return flat
        ? Layout.contiguous(rows)
        : Layout.of(new long[] {rows, columns.length}, new long[] {1, stride}, first);
  }

  @Override
  Optional<DirectInput> place(ColumnPlan plan) {
    return DirectNumbers.of(plan, columns, input.dtype(), fill.isNan(), this::strided);
  }

  @Override
  Tensor pack(Rows rows) {
    int width = columns.length;
    sink.begin(rows.count(), width);
    for (ColumnPacking packing : packings) {
      packing.open(rows);
    }
    boolean inPlace = width > 1 && takes();
    int block = sink.blockRows();
    for (int from = 0; from < rows.count(); from += block) {
      int count = Math.min(block, rows.count() - from);
      if (inPlace) {
        layOut(from, count);
      } else {
        packBlock(from, count);
      }
    }
    return packed(rows);
  }

  private void packBlock(int from, int count) {
    for (int column = 0; column < packings.length; column++) {
      packings[column].pack(from, count, sink.at(column, from));
    }
    sink.end(from, count);
  }

  private void layOut(int from, int count) {
    sink.layOut(from, count);
    for (int column = 0; column < packings.length; column++) {
      packings[column].fillNulls(from, count, from * packings.length + column, packings.length);
    }
  }

  /** Whether no column needs more than to be copied, and the sink takes them as they are. */
  private boolean takes() {
    ByteBuffer[] values = new ByteBuffer[packings.length];
    int[] first = new int[packings.length];
    for (int i = 0; i < packings.length; i++) {
      if (!packings[i].copies()) {
        return false;
      }
      values[i] = packings[i].values();
      first[i] = packings[i].first();
    }
    return sink.takes(values, first);
  }

  private Tensor packed(Rows rows) {
    int width = columns.length;
    return new Tensor(
        sink.storage(rows.count() * width),
        flat ? Layout.contiguous(rows.count()) : Layout.contiguous(rows.count(), width));
  }

  @Override
  long[] dims(int rows) {
    return flat ? new long[] {rows} : new long[] {rows, columns.length};
  }
}
