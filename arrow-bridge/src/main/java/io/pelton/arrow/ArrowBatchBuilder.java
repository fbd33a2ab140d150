package io.pelton.arrow;

import io.pelton.arrow.Account.Hold;
import io.pelton.arrow.type.Cells;
import io.pelton.arrow.type.Cells.Elements;
import io.pelton.arrow.type.Cells.Written;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Collects rows into batches. Columns of one type lie at a fixed stride in one buffer, so that a
 * model input of shape [N,F] reads any run of them in place.
 *
 * <p>The memory of a batch comes back when its last owner closes it and is then written again, so
 * that a builder whose batches are closed in time allocates nothing once warm. One thread at a
 * time, except that batches may be closed on any thread.
 */
public final class ArrowBatchBuilder implements AutoCloseable {
  private final ArrowAllocator allocator;
  private final ColumnPlan plan;
  private final boolean[] set;
  private final Object[] fills;
  private final Hold hold;
  private final Deque<BatchMemory> free = new ArrayDeque<>();
  private BatchMemory current;
  private Cells[] cells;
  private int rows;
  private int unset;
  private boolean inRow;
  private boolean closed;

  private ArrowBatchBuilder(ArrowAllocator allocator, Schema schema, int capacity) {
    this.allocator = allocator;
    this.plan = new ColumnPlan(schema, capacity);
    this.set = new boolean[plan.columns()];
    this.fills = new Object[plan.columns()];
    this.hold = Account.hold(allocator.arrow(), () -> "batch builder " + names());
  }

  /**
   * @param allocator outlives the builder and its batches
   * @param schema fields of any type but Large and View kinds, structs, maps, unions and
   *     dictionary-encoded ones; lists hold single values
   * @param capacity rows that a batch holds, at least 1
   * @throws UnsupportedType for a field of another type
   */
  public static ArrowBatchBuilder create(ArrowAllocator allocator, Schema schema, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a batch of " + capacity + " rows");
    }
    return new ArrowBatchBuilder(allocator, schema, capacity);
  }

  public Schema schema() {
    return plan.schema();
  }

  public int capacity() {
    return plan.capacity();
  }

  /** Rows ended since the last {@link #finish}. */
  public int rows() {
    return rows;
  }

  public boolean isFull() {
    return rows == plan.capacity();
  }

  /** Bytes that the rows so far take. */
  public long bytes() {
    return (long) Math.ceil(rows * plan.rowBytes()) + textBytes();
  }

  /** Bytes of text, bytes and lists in the rows so far: the memory that grows with the values. */
  public long textBytes() {
    return current == null ? 0 : current.moreBytes(rows);
  }

  /**
   * Begins a row; every cell is null until it is set.
   *
   * @throws AllocationLimitExceeded where a new batch has no room
   * @throws IllegalStateException when full, in a row, or closed
   */
  public void startRow() {
    if (closed || inRow || isFull()) {
      throw new IllegalStateException(
          closed ? "closed" : inRow ? "the row before was not ended" : "full; finish the batch");
    }
    if (current == null) {
      current = memory();
      cells = current.cells();
    }
    Arrays.fill(set, false);
    unset = set.length;
    inRow = true;
  }

  /** The memory of the rows so far; null where no row was started. */
  BatchMemory current() {
    return current;
  }

  ColumnPlan plan() {
    return plan;
  }

  /** Puts a value, which suits the column, into the cells that are not set or set to null. */
  void fillNulls(int column, Object value) {
    fills[column] = value;
  }

  private BatchMemory memory() {
    synchronized (free) {
      BatchMemory kept = free.poll();
      return kept == null ? new BatchMemory(plan, allocator.arrow()) : kept;
    }
  }

  /**
   * Sets a float, rounded once to the column's type.
   *
   * @throws ValueMismatch where the column is not of floats
   */
  public void setDouble(int column, double value) {
    check(column, cells[cell(column)].real(rows, value), () -> Double.toString(value));
  }

  /** As {@link #setDouble}. */
  public void setFloat(int column, float value) {
    check(column, cells[cell(column)].single(rows, value), () -> Float.toString(value));
  }

  /**
   * Sets an integer; a float from an integer, rounded once; a decimal; a date, time, timestamp or
   * interval in the column's own unit.
   *
   * @throws ValueMismatch where the column is of none of these
   * @throws ValueOutOfRange where it does not fit
   */
  public void setLong(int column, long value) {
    check(column, cells[cell(column)].integer(rows, value), () -> Long.toString(value));
  }

  public void setInt(int column, int value) {
    setLong(column, value);
  }

  /**
   * @throws ValueMismatch where the column is not of truth values
   */
  public void setBoolean(int column, boolean value) {
    check(column, cells[cell(column)].truth(rows, value), () -> Boolean.toString(value));
  }

  /**
   * @throws ValueMismatch where the column is not of strings
   */
  public void setText(int column, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    setText(column, utf8, 0, utf8.length);
  }

  /** Sets a string from its UTF-8 bytes. */
  public void setText(int column, byte[] utf8, int from, int count) {
    check(column, cells[cell(column)].text(rows, utf8, from, count), () -> "a string");
  }

  /**
   * @throws ValueMismatch where the column is not of bytes
   * @throws ValueOutOfRange where it is of bytes of another fixed width
   */
  public void setBytes(int column, byte[] bytes, int from, int count) {
    check(column, cells[cell(column)].bytes(rows, bytes, from, count), () -> count + " bytes");
  }

  /**
   * @throws ValueMismatch where the column is not of decimals
   * @throws ValueOutOfRange where the value has more digits than the column, on either side
   */
  public void setDecimal(int column, BigDecimal value) {
    check(column, cells[cell(column)].decimal(rows, value), value::toString);
  }

  /**
   * Sets a list of floats.
   *
   * @throws ValueMismatch where the column is not of lists of floats
   * @throws UnevenLists where it is of lists of another fixed length
   */
  public void setFloats(int column, float[] values, int from, int count) {
    finishList(column, count, cells[cell(column)].floats(rows, values, from, count));
  }

  /**
   * Sets a list from whatever writes its elements.
   *
   * @throws ValueMismatch where the column is not of lists of such elements
   * @throws ValueOutOfRange where an element does not fit
   * @throws UnevenLists where the column is of lists of another fixed length
   * @throws NullNotAllowed for a null in a list whose elements must not be null
   */
  public void setList(int column, int count, Elements elements) {
    finishList(column, count, cells[cell(column)].list(rows, count, elements));
  }

  private void finishList(int column, int count, Written written) {
    if (written == Written.OTHER_LENGTH) {
      throw uneven(column, count);
    }
    String prefix = written == Written.OUT_OF_RANGE ? "an element of " : "";
    check(column, written, () -> prefix + "a list of " + count);
  }

  public void setNull(int column) {
    if (set[cell(column)]) {
      set[column] = false;
      unset++;
    }
  }

  private void done(int column) {
    if (!set[column]) {
      set[column] = true;
      unset--;
    }
  }

  /**
   * Sets a cell from a boxed number, a Boolean, a CharSequence, a byte[], a BigDecimal, or null; a
   * date, time or interval from its class in {@code java.time}, with what is finer than the
   * column's unit cut off downwards; a list from a List or an array of any of these.
   *
   * <p>A timestamp with a zone takes an Instant, OffsetDateTime or ZonedDateTime; one without takes
   * a LocalDateTime.
   *
   * @throws ValueMismatch for anything else, and where the column is of another kind
   * @throws ValueOutOfRange where the value does not fit the column
   * @throws UnevenLists where the column is of lists of another fixed length
   * @throws NullNotAllowed for a null in a list whose elements must not be null
   */
  public void setValue(int column, Object value) {
    if (value == null) {
      setNull(column);
      return;
    }
    Written written = cells[cell(column)].object(rows, value);
    if (written == Written.DONE) {
      done(column);
      return;
    }
    if (written == Written.OTHER_LENGTH) {
      throw uneven(column, value instanceof List<?> list ? list.size() : Array.getLength(value));
    }
    check(column, written, () -> written == Written.OUT_OF_RANGE ? value(value) : kind(value));
  }

  private static String value(Object value) {
    if (value instanceof List<?> || (value.getClass().isArray() && !(value instanceof byte[]))) {
      return "an element of " + kind(value);
    }
    boolean isShort =
        value instanceof Number || value instanceof Temporal || value instanceof TemporalAmount;
    return isShort ? value.toString() : kind(value);
  }

  private static String kind(Object value) {
    if (value instanceof CharSequence) {
      return "a string";
    }
    if (value instanceof List<?> list) {
      return "a list of " + list.size();
    }
    boolean isPlain =
        value instanceof Double
            || value instanceof Float
            || value instanceof Long
            || value instanceof Integer
            || value instanceof Short
            || value instanceof Byte
            || value instanceof Boolean;
    return isPlain ? value.toString() : "a " + value.getClass().getTypeName();
  }

  private int cell(int column) {
    if (!inRow) {
      throw new IllegalStateException("no row was started");
    }
    return column;
  }

  private UnevenLists uneven(int column, int found) {
    String expected = Integer.toString(plan.listSize(column));
    return new UnevenLists(name(column), rows, expected, found);
  }

  private void check(int column, Written written, Supplier<String> value) {
    if (written == Written.DONE) {
      done(column);
    } else {
      refuse(column, written, value);
    }
  }

  private void refuse(int column, Written written, Supplier<String> value) {
    switch (written) {
      case DONE -> throw new IllegalArgumentException("a value that was taken");
      case OTHER_KIND, OTHER_LENGTH -> throw mismatch(column, value.get());
      case OUT_OF_RANGE ->
          throw new ValueOutOfRange(name(column), rows, value.get(), plan.kind(column));
      case NULL_ELEMENT -> throw new NullNotAllowed("", name(column), rows);
    }
  }

  private ValueMismatch mismatch(int column, String found) {
    return new ValueMismatch(name(column), rows, plan.kind(column), found);
  }

  /**
   * Ends the row and keeps it.
   *
   * @throws NullNotAllowed where a cell that must not be null was not set; the row stays open, to
   *     be completed or discarded
   */
  public void endRow() {
    cell(0);
    if (unset > 0) {
      endNulls();
    }
    inRow = false;
    rows++;
  }

  private void endNulls() {
    for (int column = 0; column < set.length; column++) {
      if (!set[column] && fills[column] != null) {
        setValue(column, fills[column]);
      }
      if (!set[column] && !plan.schema().getFields().get(column).isNullable()) {
        throw new NullNotAllowed("", name(column), rows);
      }
    }
    for (int column = 0; column < set.length; column++) {
      if (!set[column]) {
        cells[column].nothing(rows);
        current.countNull(column);
      }
    }
  }

  /** Forgets the row that was started. */
  public void discardRow() {
    cell(0);
    inRow = false;
  }

  /** The rows so far as a batch, which the caller owns; the builder starts over. */
  public ArrowBatch finish() {
    if (closed || inRow) {
      throw new IllegalStateException(closed ? "closed" : "the last row was not ended");
    }
    BatchMemory memory = current == null ? memory() : current;
    ArrowBatch batch =
        ArrowBatch.of(
            plan.schema(),
            memory.vectors(rows),
            rows,
            new DictionaryProvider.MapDictionaryProvider(),
            () -> reclaim(memory));
    current = null;
    rows = 0;
    return batch;
  }

  /** Forgets the rows so far, and keeps their memory for the next. */
  public void clear() {
    if (closed || inRow) {
      throw new IllegalStateException(closed ? "closed" : "the last row was not ended");
    }
    if (current != null) {
      current.clear();
    }
    rows = 0;
  }

  private void reclaim(BatchMemory memory) {
    synchronized (free) {
      if (memory.reclaim() && !closed) {
        free.push(memory);
      } else {
        memory.close();
      }
    }
  }

  /** Releases the memory that is kept for later batches, which then take new. */
  public void trim() {
    synchronized (free) {
      free.forEach(BatchMemory::close);
      free.clear();
    }
    if (current != null && rows == 0 && !inRow) {
      current.close();
      current = null;
    }
  }

  private String name(int column) {
    return plan.schema().getFields().get(column).getName();
  }

  private List<String> names() {
    return plan.schema().getFields().stream().map(Field::getName).toList();
  }

  /** Releases the memory; batches that are still open release theirs when they are closed. */
  @Override
  public void close() {
    synchronized (free) {
      if (!closed) {
        closed = true;
        hold.end();
        if (current != null) {
          current.close();
        }
        free.forEach(BatchMemory::close);
        free.clear();
      }
    }
  }
}
