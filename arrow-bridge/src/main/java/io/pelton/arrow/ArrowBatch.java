package io.pelton.arrow;

import io.pelton.arrow.Account.Hold;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Named columns of equal length in Arrow memory. Made with one owner; whoever keeps a batch beyond
 * a call {@link #retain retains} it and {@link #close closes} it once, and the last owner releases
 * the memory. The contents do not change, so threads may share a batch.
 */
public final class ArrowBatch implements AutoCloseable {
  private final Schema schema;
  private final List<FieldVector> vectors;
  private final int rows;
  private final DictionaryProvider dictionaries;
  private final Runnable release;
  private final Hold hold;
  private final AtomicInteger owners = new AtomicInteger(1);

  private ArrowBatch(
      Schema schema,
      List<FieldVector> vectors,
      int rows,
      DictionaryProvider dictionaries,
      Runnable release) {
    this.schema = schema;
    this.vectors = List.copyOf(vectors);
    this.rows = rows;
    this.dictionaries = dictionaries;
    this.release = release;
    this.hold =
        vectors.stream()
            .map(FieldVector::getAllocator)
            // a vector of Arrow's null type has none
            .filter(Objects::nonNull)
            .findFirst()
            .map(allocator -> Account.hold(allocator, () -> "batch " + this))
            .orElse(null);
  }

  /** Takes ownership of a root without dictionary-encoded columns. */
  public static ArrowBatch of(VectorSchemaRoot root) {
    return of(root, new DictionaryProvider.MapDictionaryProvider());
  }

  /**
   * Takes ownership of a root.
   *
   * @param dictionaries of the encoded columns; they stay the caller's and must outlive the batch
   */
  public static ArrowBatch of(VectorSchemaRoot root, DictionaryProvider dictionaries) {
    Set<Long> used = new HashSet<>();
    List<Field> fields =
        root.getSchema().getFields().stream()
            .map(field -> DictionaryUtility.toMessageFormat(field, dictionaries, used))
            .toList();
    return new ArrowBatch(
        new Schema(fields, root.getSchema().getCustomMetadata()),
        root.getFieldVectors(),
        root.getRowCount(),
        dictionaries,
        root::close);
  }

  /**
   * A batch on vectors that someone else looks after.
   *
   * @param schema the logical schema: a dictionary-encoded field has the type of its values
   * @param vectors one a field; an encoded column is its vector of indices
   * @param dictionaries of the encoded columns
   * @param release runs once, when the last owner closes the batch, and closes vectors and
   *     dictionaries as far as they are the batch's
   */
  public static ArrowBatch of(
      Schema schema,
      List<FieldVector> vectors,
      int rows,
      DictionaryProvider dictionaries,
      Runnable release) {
    return new ArrowBatch(schema, vectors, rows, dictionaries, release);
  }

  /** The logical schema: a dictionary-encoded field has the type of its values. */
  public Schema schema() {
    return schema;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return vectors.size();
  }

  /**
   * The position of the first column of this name.
   *
   * @throws UnknownColumn naming the columns there are
   */
  public int column(String name) {
    for (int column = 0; column < vectors.size(); column++) {
      if (schema.getFields().get(column).getName().equals(name)) {
        return column;
      }
    }
    throw new UnknownColumn(name, "the caller", names());
  }

  /**
   * The vector of a column, the indices where it is dictionary-encoded. Stays the batch's: it is
   * valid for as long as the batch is, must not be changed, and must not be closed.
   */
  public FieldVector vector(int column) {
    checkOpen();
    return vectors.get(column);
  }

  public FieldVector vector(String name) {
    return vector(column(name));
  }

  /** The dictionaries of encoded columns, under the ids that the schema names. */
  public DictionaryProvider dictionaries() {
    checkOpen();
    return dictionaries;
  }

  /** Bytes of the columns' used buffers; dictionaries are not counted. */
  public long bytes() {
    checkOpen();
    return vectors.stream().mapToLong(FieldVector::getBufferSize).sum();
  }

  /**
   * Rows {@code from} to {@code from + count} as a batch of its own, on the same memory where
   * Arrow's layout allows it: values and text are shared, offsets and unaligned bits are copied.
   */
  public ArrowBatch slice(int from, int count) {
    Objects.checkFromIndexSize(from, count, rows);
    return split(from, count, null);
  }

  /** A copy of some rows, in the given order, charged to the same account. */
  public ArrowBatch select(int... chosen) {
    checkOpen();
    List<FieldVector> copies = new ArrayList<>(vectors.size());
    try {
      for (FieldVector vector : vectors) {
        FieldVector copy = (FieldVector) vector.getTransferPair(vector.getAllocator()).getTo();
        copies.add(copy);
        copy.setInitialCapacity(chosen.length);
        copy.allocateNew();
        for (int i = 0; i < chosen.length; i++) {
          copy.copyFromSafe(chosen[i], i, vector);
        }
        copy.setValueCount(chosen.length);
      }
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, copies);
      throw failure;
    }
    return derived(copies, chosen.length);
  }

  /**
   * A copy of the rows that a test accepts, in their order; this is how what was read is filtered.
   *
   * @param keep asked once for every row
   */
  public ArrowBatch select(IntPredicate keep) {
    return select(IntStream.range(0, rows).filter(keep).toArray());
  }

  /**
   * Moves this owner's batch into another account: returns the same rows, charged to the target,
   * and drops this owner. No data is copied.
   *
   * @throws AllocationLimitExceeded does not happen: a transfer may take the target above its
   *     limit, where its next allocation fails
   */
  public ArrowBatch transferTo(ArrowAllocator target) {
    ArrowBatch moved = split(0, rows, target.arrow());
    close();
    return moved;
  }

  private ArrowBatch split(int from, int count, BufferAllocator target) {
    checkOpen();
    List<FieldVector> parts = new ArrayList<>(vectors.size());
    try {
      for (FieldVector vector : vectors) {
        TransferPair pair = vector.getTransferPair(target == null ? vector.getAllocator() : target);
        parts.add((FieldVector) pair.getTo());
        if (count > 0) {
          // without rows there need not be offsets, which Arrow would read
          pair.splitAndTransfer(from, count);
        }
      }
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, parts);
      throw failure;
    }
    return derived(parts, count);
  }

  /** A batch on vectors of its own, which keeps this one open as far as it needs dictionaries. */
  private ArrowBatch derived(List<FieldVector> parts, int count) {
    if (dictionaries.getDictionaryIds().isEmpty()) {
      return new ArrowBatch(schema, parts, count, dictionaries, () -> closeAll(parts));
    }
    ArrowBatch keeper = retain();
    return new ArrowBatch(
        schema,
        parts,
        count,
        dictionaries,
        () -> {
          closeAll(parts);
          keeper.close();
        });
  }

  /**
   * The columns of this batch and then those of another of as many rows, on the same memory. The
   * two are retained: close them as before.
   */
  public ArrowBatch beside(ArrowBatch right) {
    if (right.rows != rows) {
      throw new IllegalArgumentException(rows + " rows beside " + right.rows);
    }
    JoinedDictionaries joined = new JoinedDictionaries(dictionaries, right.dictionaries);
    List<Field> fields = new ArrayList<>(schema.getFields());
    fields.addAll(right.schema.getFields());
    List<FieldVector> all = new ArrayList<>(vectors);
    all.addAll(right.vectors);
    retain();
    right.retain();
    return new ArrowBatch(
        new Schema(fields, schema.getCustomMetadata()),
        all,
        rows,
        joined,
        () -> {
          close();
          right.close();
        });
  }

  /** Adds an owner. */
  public ArrowBatch retain() {
    if (owners.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      throw new BatchReleased(toString());
    }
    return this;
  }

  /** Drops an owner; the last one releases the memory. */
  @Override
  public void close() {
    int before = owners.getAndUpdate(count -> count == 0 ? 0 : count - 1);
    if (before == 0) {
      throw new BatchReleased(toString());
    }
    if (before == 1) {
      if (hold != null) {
        hold.end();
      }
      release.run();
    }
  }

  private void checkOpen() {
    if (owners.get() == 0) {
      throw new BatchReleased(toString());
    }
  }

  static void closeAll(List<FieldVector> vectors) {
    vectors.forEach(FieldVector::close);
  }

  private List<String> names() {
    return schema.getFields().stream().map(Field::getName).toList();
  }

  @Override
  public String toString() {
    return rows + " rows " + names();
  }
}
