package io.pelton.flink.rowdata;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.types.logical.LogicalType;

/** The fields of a row among those of a file or struct, found by name. */
final class ColumnChoice {
  private static final int MISSING = -1;
  private static final ColumnVector NULLS = i -> true;

  private final List<ColumnPath> paths = new ArrayList<>();
  private final List<LogicalType> types;
  private final List<VectorView> views = new ArrayList<>();

  /** The place of each view's vector among those that are read. */
  private final List<Integer> sources = new ArrayList<>();

  private final List<Integer> positions = new ArrayList<>();

  private ColumnChoice(List<LogicalType> types) {
    this.types = types;
  }

  static ColumnChoice of(
      ColumnPath path, List<String> names, List<LogicalType> types, List<Field> fields) {
    ColumnChoice choice = new ColumnChoice(types);
    for (int i = 0; i < names.size(); i++) {
      choice.add(path.child(names.get(i)), names.get(i), types.get(i), fields);
    }
    return choice;
  }

  private void add(ColumnPath path, String name, LogicalType type, List<Field> fields) {
    paths.add(path);
    int position = MISSING;
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).getName().equals(name)) {
        if (position != MISSING) {
          throw path.mismatch(
              "the file has it more than once", "give the columns of the file names of their own");
        }
        position = i;
      }
    }
    if (position == MISSING) {
      addMissing(path, type);
    } else {
      views.add(ColumnViews.of(path, type, fields.get(position)));
      sources.add(positions.size());
      positions.add(position);
    }
  }

  private void addMissing(ColumnPath path, LogicalType type) {
    if (!path.missingIsNull() || !type.isNullable()) {
      throw path.mismatch(
          "the file has no such column",
          type.isNullable()
              ? "check its case, or set 'arrow.missing-column' = 'null' to read nulls"
              : "check its case, or declare it nullable and set 'arrow.missing-column' = 'null'");
    }
    views.add((vector, dictionaries, origin) -> NULLS);
    sources.add(MISSING);
  }

  /** The fields to read, each once. */
  int[] positions() {
    return positions.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * @param vectors those of {@link #positions}
   * @param visible which rows are there at all; in others, anything may be null
   */
  ColumnVector[] on(
      List<FieldVector> vectors,
      int rows,
      IntPredicate visible,
      DictionaryProvider dictionaries,
      Origin origin) {
    ColumnVector[] columns = new ColumnVector[views.size()];
    for (int i = 0; i < columns.length; i++) {
      FieldVector vector = sources.get(i) == MISSING ? null : vectors.get(sources.get(i));
      columns[i] = views.get(i).on(vector, dictionaries, origin);
      if (!types.get(i).isNullable()) {
        checkNoNull(i, columns[i], rows, visible, origin);
      }
    }
    return columns;
  }

  private void checkNoNull(
      int field, ColumnVector column, int rows, IntPredicate visible, Origin origin) {
    for (int row = 0; row < rows; row++) {
      if (column.isNullAt(row) && visible.test(row)) {
        throw paths.get(field).unreadable(origin, row, null, types.get(field));
      }
    }
  }
}
