package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Arrays, and maps as lists of entries. */
final class ListColumn extends VectorColumn {
  private final GrowingBuffer offsets;
  private final Column items;
  private int end;

  ListColumn(BufferAllocator allocator, boolean nullable, Column items) {
    super(allocator, nullable);
    this.offsets = new GrowingBuffer(allocator);
    this.items = items;
  }

  Column items() {
    return items;
  }

  /** An item was added that belongs to the next list. */
  void item(AvroInput input) {
    if (end == Integer.MAX_VALUE) {
      throw input.invalid("more than 2^31 items in one batch; read fewer rows into a batch");
    }
    end++;
  }

  /** Ends the list that was just filled. */
  void list() {
    mark();
    present();
  }

  private void mark() {
    long at = 4L * count();
    ArrowBuf memory = offsets.reserve(count() == 0 ? 0 : at + 4, at + 8);
    if (count() == 0) {
      memory.setInt(0, 0);
    }
    memory.setInt(at + 4, end);
  }

  @Override
  void blank() {
    mark();
  }

  @Override
  void truncate(int rows) {
    super.truncate(rows);
    end = count() == 0 ? 0 : offsets.memory().getInt(4L * count());
    items.truncate(end);
  }

  @Override
  void give(List<ArrowBuf> buffers) {
    if (count() == 0) {
      offsets.reserve(0, 4).setInt(0, 0);
    }
    buffers.add(offsets.give(4L * count() + 4));
  }

  @Override
  void moveTo(FieldVector vector) {
    super.moveTo(vector);
    items.moveTo(vector.getChildrenFromFields().get(0));
    end = 0;
  }

  @Override
  public void close() {
    super.close();
    offsets.close();
    items.close();
  }
}
