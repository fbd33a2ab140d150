package io.pelton.arrow;

import io.pelton.arrow.type.Cells;
import io.pelton.arrow.type.TextCells;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;

/** The memory of one batch being built, and of the batch that comes of it. */
final class BatchMemory implements AutoCloseable {
  private final ColumnPlan plan;
  private final ArrowBuf memory;
  private final Cells[] cells;
  private final List<FieldVector> vectors = new ArrayList<>();
  private final int[] nulls;

  BatchMemory(ColumnPlan plan, BufferAllocator allocator) {
    this.plan = plan;
    this.memory = allocator.buffer(plan.bytes());
    this.cells = new Cells[plan.columns()];
    this.nulls = new int[plan.columns()];
    try {
      for (int column = 0; column < cells.length; column++) {
        ByteBuffer validity = bytes(plan.validityAt(column), plan.validityBytes());
        ByteBuffer values = bytes(plan.valuesAt(column), plan.valueBytes(column));
        cells[column] = Cells.of(plan.type(column), validity, values, allocator);
      }
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
    for (Field field : plan.schema().getFields()) {
      vectors.add(field.createVector(allocator));
    }
  }

  private ByteBuffer bytes(long at, long length) {
    return memory.nioBuffer(at, Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
  }

  Cells cells(int column) {
    return cells[column];
  }

  void countNull(int column) {
    nulls[column]++;
  }

  long textBytes(int rows) {
    long bytes = 0;
    for (Cells column : cells) {
      bytes += column instanceof TextCells text ? text.bytes(rows) : 0;
    }
    return bytes;
  }

  /** The first rows as vectors on this memory; {@link #reclaim} ends them. */
  List<FieldVector> vectors(int rows) {
    for (int column = 0; column < cells.length; column++) {
      vectors
          .get(column)
          .loadFieldBuffers(new ArrowFieldNode(rows, nulls[column]), buffers(column));
    }
    return vectors;
  }

  private List<ArrowBuf> buffers(int column) {
    ArrowBuf validity = memory.slice(plan.validityAt(column), plan.validityBytes());
    ArrowBuf values = memory.slice(plan.valuesAt(column), plan.valueBytes(column));
    return cells[column] instanceof TextCells text
        ? List.of(validity, values, text.text())
        : List.of(validity, values);
  }

  /**
   * Takes the memory back from the vectors.
   *
   * @return whether nobody else holds any of it, so that it may be written again: slices share it,
   *     and a transfer moves it to another account
   */
  boolean reclaim() {
    vectors.forEach(FieldVector::clear);
    Arrays.fill(nulls, 0);
    boolean ours = isOurs(memory);
    for (Cells column : cells) {
      ours &= !(column instanceof TextCells text) || isOurs(text.text());
    }
    return ours;
  }

  private static boolean isOurs(ArrowBuf buffer) {
    return buffer.refCnt() == 1 && buffer.getReferenceManager().getAccountedSize() > 0;
  }

  @Override
  public void close() {
    for (Cells column : cells) {
      if (column instanceof TextCells text) {
        text.close();
      }
    }
    memory.close();
  }
}
