package io.pelton.arrow;

import io.pelton.arrow.type.CellLayout;
import io.pelton.arrow.type.Cells;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** The memory of one batch being built, and of the batch that comes of it. */
final class BatchMemory implements AutoCloseable {
  private final ColumnPlan plan;
  private final ArrowBuf memory;
  private final Cells[] cells;
  private final Cells[] growing;
  private final Cells[] lists;
  private final List<FieldVector> vectors = new ArrayList<>();
  private final int[] nulls;
  private boolean holdsNulls;

  BatchMemory(ColumnPlan plan, BufferAllocator allocator) {
    this.plan = plan;
    this.memory = allocator.buffer(plan.bytes());
    this.cells = new Cells[plan.columns()];
    this.nulls = new int[plan.columns()];
    try {
      for (int column = 0; column < cells.length; column++) {
        ByteBuffer validity = bytes(plan.validityAt(column), plan.validityBytes());
        ByteBuffer values = bytes(plan.valuesAt(column), plan.valueBytes(column));
        cells[column] = plan.layout(column).cells(validity, values, plan.capacity(), allocator);
      }
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
    this.growing = those(CellLayout::grows);
    this.lists = those(CellLayout::isList);
    for (Field field : plan.schema().getFields()) {
      vectors.add(field.createVector(allocator));
    }
  }

  private Cells[] those(Predicate<CellLayout> which) {
    return IntStream.range(0, cells.length)
        .filter(column -> which.test(plan.layout(column)))
        .mapToObj(column -> cells[column])
        .toArray(Cells[]::new);
  }

  /** Part of the memory, where columns are as the plan says. */
  ByteBuffer bytes(long at, long length) {
    return memory.nioBuffer(at, Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
  }

  Cells cells(int column) {
    return cells[column];
  }

  /** Of all columns. */
  Cells[] cells() {
    return cells;
  }

  void countNull(int column) {
    holdsNulls = true;
    nulls[column]++;
  }

  /** Bytes of what varies in size. */
  long moreBytes(int rows) {
    long bytes = 0;
    for (Cells column : growing) {
      bytes += column.moreBytes(rows);
    }
    return bytes;
  }

  /** The first rows as vectors on this memory; {@link #reclaim} ends them. */
  List<FieldVector> vectors(int rows) {
    for (int column = 0; column < cells.length; column++) {
      cells[column].load(
          vectors.get(column),
          rows,
          nulls[column],
          memory.slice(plan.validityAt(column), plan.validityBytes()),
          memory.slice(plan.valuesAt(column), plan.valueBytes(column)));
    }
    return vectors;
  }

  /** Forgets the rows. */
  void clear() {
    for (Cells column : holdsNulls ? cells : lists) {
      column.clear();
    }
    if (holdsNulls) {
      holdsNulls = false;
      Arrays.fill(nulls, 0);
    }
  }

  /**
   * Takes the memory back from the vectors.
   *
   * @return whether nobody else holds any of it, so that it may be written again: slices share it,
   *     and a transfer moves it to another account
   */
  boolean reclaim() {
    vectors.forEach(FieldVector::clear);
    boolean ours = Cells.isOurs(memory);
    for (Cells column : cells) {
      ours &= column.isOurs();
    }
    if (ours) {
      clear();
    }
    return ours;
  }

  @Override
  public void close() {
    for (Cells column : cells) {
      // null where making them has failed
      if (column != null) {
        column.close();
      }
    }
    memory.close();
  }
}
