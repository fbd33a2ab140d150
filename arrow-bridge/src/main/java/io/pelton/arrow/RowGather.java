package io.pelton.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Copies rows of several batches of one schema, without dictionaries, into one batch. */
public final class RowGather {
  private final BufferAllocator allocator;
  private final List<ArrowBatch> parts;
  private final int[] partOf;
  private final int[] rowIn;

  private RowGather(BufferAllocator allocator, List<ArrowBatch> parts, int[] partOf, int[] rowIn) {
    this.allocator = allocator;
    this.parts = parts;
    this.partOf = partOf;
    this.rowIn = rowIn;
  }

  /**
   * A batch of as many rows as there are numbers.
   *
   * @param parts at least one; they stay the caller's
   * @param partOf where each row comes from
   * @param rowIn its number there
   * @return owned by the caller
   */
  public static ArrowBatch of(
      ArrowAllocator allocator, List<ArrowBatch> parts, int[] partOf, int[] rowIn) {
    RowGather gather = new RowGather(allocator.arrow(), parts, partOf, rowIn);
    ArrowBatch first = parts.get(0);
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int column = 0; column < first.columns(); column++) {
        gather.column(column, vectors);
      }
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, vectors);
      throw failure;
    }
    return ArrowBatch.of(
        first.schema(),
        vectors,
        partOf.length,
        new DictionaryProvider.MapDictionaryProvider(),
        () -> ArrowBatch.closeAll(vectors));
  }

  private void column(int column, List<FieldVector> vectors) {
    FieldVector target = parts.get(0).vector(column).getField().createVector(allocator);
    vectors.add(target);
    List<FieldVector> sources = parts.stream().map(part -> part.vector(column)).toList();
    if (!sources.stream().allMatch(RowGather::isPlain)) {
      for (int i = 0; i < partOf.length; i++) {
        target.copyFromSafe(rowIn[i], i, sources.get(partOf[i]));
      }
      target.setValueCount(partOf.length);
      return;
    }
    int[] from = new int[partOf.length];
    int[] counts = new int[partOf.length];
    for (int i = 0; i < partOf.length; i++) {
      if (sources.get(partOf[i]) instanceof ListVector lists) {
        from[i] = lists.getElementStartIndex(rowIn[i]);
        counts[i] = lists.getElementEndIndex(rowIn[i]) - from[i];
      } else {
        from[i] = rowIn[i];
        counts[i] = 1;
      }
    }
    int elements = target instanceof ListVector lists ? offsets(lists, counts) : partOf.length;
    values(below(target), sources.stream().map(RowGather::below).toList(), from, counts, elements);
  }

  /** Whether a column is of plain numbers without nulls, in lists or not. */
  private static boolean isPlain(FieldVector vector) {
    FieldVector at = below(vector);
    boolean isFull = vector.getNullCount() == 0;
    while (at instanceof FixedSizeListVector lists) {
      isFull &= at.getNullCount() == 0;
      at = lists.getDataVector();
    }
    return isFull
        && at.getNullCount() == 0
        && at instanceof BaseFixedWidthVector
        && !(at instanceof BitVector);
  }

  private static FieldVector below(FieldVector vector) {
    return vector instanceof ListVector lists ? lists.getDataVector() : vector;
  }

  private int offsets(ListVector target, int[] counts) {
    int end = 0;
    try (ArrowBuf offsets = allocator.buffer(4L * (counts.length + 1L))) {
      offsets.setInt(0, 0);
      for (int i = 0; i < counts.length; i++) {
        end = Math.addExact(end, counts[i]);
        offsets.setInt(4L * (i + 1), end);
      }
      offsets.writerIndex(4L * (counts.length + 1L));
      target.loadFieldBuffers(
          new ArrowFieldNode(counts.length, 0), List.of(allocator.getEmpty(), offsets));
    }
    return end;
  }

  private void values(
      FieldVector vector, List<FieldVector> vectors, int[] from, int[] counts, int elements) {
    FieldVector target = vector;
    List<FieldVector> sources = vectors;
    int count = elements;
    long width = 1;
    while (target instanceof FixedSizeListVector lists) {
      target.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(allocator.getEmpty()));
      width *= lists.getListSize();
      count = Math.multiplyExact(count, lists.getListSize());
      target = lists.getDataVector();
      sources = sources.stream().map(RowGather::withinFixed).toList();
    }
    width *= ((BaseFixedWidthVector) target).getTypeWidth();
    try (ArrowBuf values = allocator.buffer(elements * width)) {
      long end = 0;
      for (int i = 0; i < partOf.length; i++) {
        long bytes = counts[i] * width;
        values.setBytes(end, sources.get(partOf[i]).getDataBuffer(), from[i] * width, bytes);
        end += bytes;
      }
      values.writerIndex(end);
      target.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(allocator.getEmpty(), values));
    }
  }

  private static FieldVector withinFixed(FieldVector vector) {
    return ((FixedSizeListVector) vector).getDataVector();
  }
}
