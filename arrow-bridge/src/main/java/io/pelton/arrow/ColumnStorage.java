package io.pelton.arrow;

import io.pelton.engine.tensor.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The memory of one column as engine storages, in place wherever the engine has the layout: what
 * {@link BatchBinder} makes an input of, and what it does not, such as lists of any length, whose
 * elements and offsets are here as they are. {@link #vector} makes a column of the storages again.
 *
 * <p>Which storages there are depends on the column's type:
 *
 * <table>
 *   <caption>Storages of a type</caption>
 *   <tr><th>type</th><th>{@link #offsets}</th><th>{@link #values}</th><th>{@link #children}</th></tr>
 *   <tr><td>Int, FloatingPoint, Date, Time, Timestamp, Duration, Interval of months</td><td></td>
 *       <td>one element a row, of the dtype of that width</td><td></td></tr>
 *   <tr><td>Bool</td><td></td><td>U8, one bit a row, low bits first</td><td></td></tr>
 *   <tr><td>Decimal</td><td></td><td>I64, two or four words a row, the lowest first</td><td></td></tr>
 *   <tr><td>Interval of days</td><td></td><td>I32, days and milliseconds</td><td></td></tr>
 *   <tr><td>Interval of months, days and nanoseconds</td><td></td>
 *       <td>I32, months, days, and nanoseconds in two words</td><td></td></tr>
 *   <tr><td>FixedSizeBinary</td><td></td><td>U8, so many a row</td><td></td></tr>
 *   <tr><td>Utf8, Binary</td><td>I32</td><td>STRING</td><td></td></tr>
 *   <tr><td>LargeUtf8, LargeBinary</td><td>I64</td><td>U8, the bytes</td><td></td></tr>
 *   <tr><td>Utf8View, BinaryView</td><td></td><td>STRING, packed</td><td></td></tr>
 *   <tr><td>List, Map</td><td>I32</td><td></td><td>the elements</td></tr>
 *   <tr><td>LargeList</td><td>I64</td><td></td><td>the elements</td></tr>
 *   <tr><td>FixedSizeList</td><td></td><td></td><td>the elements</td></tr>
 *   <tr><td>Struct</td><td></td><td></td><td>one a field</td></tr>
 *   <tr><td>Null</td><td></td><td></td><td></td></tr>
 * </table>
 *
 * <p>A dictionary-encoded column has the storages of its indices, and a {@link #dictionary}. What
 * lies in the place of a null is undefined. The storages retain the batch's memory until this is
 * closed; the batch may be closed before. Immutable, so threads may share it.
 */
public final class ColumnStorage implements AutoCloseable {
  private final Field field;
  private final int rows;
  private final int nulls;
  private final Storage validity;
  private final Storage offsets;
  private final Storage values;
  private final Storage content;
  private final List<ColumnStorage> children;
  private final ColumnStorage dictionary;
  private final String packedBecause;

  ColumnStorage(ColumnParts parts) {
    this.field = parts.field;
    this.rows = parts.rows;
    this.nulls = parts.nulls;
    this.validity = parts.validity;
    this.offsets = parts.offsets;
    this.values = parts.values;
    this.content = parts.content;
    this.children = List.copyOf(parts.children);
    this.dictionary = parts.dictionary;
    this.packedBecause = parts.packedBecause;
  }

  /**
   * The storages of a column.
   *
   * @throws UnsupportedType for unions, run-end-encoded columns and list views, and for text of 2
   *     GB and more in one batch
   */
  public static ColumnStorage of(ArrowBatch batch, int column) {
    return ColumnParts.of(
        batch.vector(column),
        batch.schema().getFields().get(column).getName(),
        batch.dictionaries());
  }

  /** The field, as a vector has it: of the indices' type where it is dictionary-encoded. */
  public Field field() {
    return field;
  }

  public int rows() {
    return rows;
  }

  /** How many rows are null. */
  public int nulls() {
    return nulls;
  }

  /** U8, one bit a row, low bits first, 0 for a null; empty where no row is null. */
  public Optional<Storage> validity() {
    return Optional.ofNullable(validity);
  }

  /** One more than rows, I32 or I64: where each row begins, and where the last ends. */
  public Optional<Storage> offsets() {
    return Optional.ofNullable(offsets);
  }

  public Optional<Storage> values() {
    return Optional.ofNullable(values);
  }

  public List<ColumnStorage> children() {
    return children;
  }

  public Optional<ColumnStorage> dictionary() {
    return Optional.ofNullable(dictionary);
  }

  /** The bytes behind {@link #values} of STRING, null for other columns. */
  Storage content() {
    return content;
  }

  /** One line for the column and for each below: "zero-copy view" or "packed, because …". */
  public String explain() {
    List<String> lines = new ArrayList<>();
    explain(field.getName(), lines);
    return String.join("\n", lines);
  }

  private void explain(String name, List<String> lines) {
    String way = packedBecause == null ? "zero-copy view" : "packed, because " + packedBecause;
    lines.add("column '" + name + "': " + way);
    boolean isStruct = field.getType() instanceof ArrowType.Struct;
    for (ColumnStorage child : children) {
      child.explain(isStruct ? name + "." + child.field.getName() : "elements of " + name, lines);
    }
    if (dictionary != null) {
      dictionary.explain("dictionary of " + name, lines);
    }
  }

  /**
   * A column on these storages, which it retains; only what {@link #explain} calls packed is
   * copied. A dictionary-encoded one is its indices.
   *
   * @param allocator that the column's memory counts at; the caller closes the vector
   */
  public FieldVector vector(ArrowAllocator allocator) {
    FieldVector vector = field.createVector(allocator.arrow());
    try {
      StorageColumn.load(vector, this);
    } catch (RuntimeException failure) {
      vector.close();
      throw failure;
    }
    return vector;
  }

  @Override
  public void close() {
    for (Storage storage : new Storage[] {validity, offsets, content, values}) {
      if (storage != null) {
        storage.close();
      }
    }
    children.forEach(ColumnStorage::close);
    if (dictionary != null) {
      dictionary.close();
    }
  }
}
