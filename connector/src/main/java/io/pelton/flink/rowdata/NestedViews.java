package io.pelton.flink.rowdata;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.columnar.ColumnarArrayData;
import org.apache.flink.table.data.columnar.ColumnarMapData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.ArrayColumnVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.MapColumnVector;
import org.apache.flink.table.data.columnar.vector.RowColumnVector;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.types.logical.LogicalType;

/** Arrays, maps and rows. Null where types do not fit. */
final class NestedViews {
  private NestedViews() {}

  /** Where the elements of each list are. */
  private interface Extents {
    int start(int index);

    int end(int index);
  }

  static VectorView arrays(ColumnPath path, LogicalType element, Field field) {
    switch (field.getType().getTypeID()) {
      case List, LargeList, FixedSizeList, ListView -> {
        ColumnPath inner = path.child("item");
        VectorView elements = ColumnViews.of(inner, element, field.getChildren().get(0));
        return (vector, dictionaries, origin) -> {
          FieldVector data = vector.getChildrenFromFields().get(0);
          Extents extents = extents(vector);
          ColumnVector view = elements.on(data, dictionaries, origin);
          if (!element.isNullable()) {
            checkElements(inner, element, vector, extents, view, origin);
          }
          return new ArrayView(vector, extents, view);
        };
      }
      default -> {
        return null;
      }
    }
  }

  private static Extents extents(FieldVector vector) {
    if (vector instanceof ListVector lists) {
      return offsets(lists.getOffsetBuffer());
    }
    if (vector instanceof LargeListVector lists) {
      ArrowBuf offsets = lists.getOffsetBuffer();
      return new Extents() {
        @Override
        public int start(int index) {
          return Math.toIntExact(offsets.getLong(8L * index));
        }

        @Override
        public int end(int index) {
          return Math.toIntExact(offsets.getLong(8L * index + 8));
        }
      };
    }
    if (vector instanceof ListViewVector lists) {
      return views(lists.getOffsetBuffer(), lists.getSizeBuffer());
    }
    int size = ((FixedSizeListVector) vector).getListSize();
    return new Extents() {
      @Override
      public int start(int index) {
        return index * size;
      }

      @Override
      public int end(int index) {
        return index * size + size;
      }
    };
  }

  private static Extents offsets(ArrowBuf offsets) {
    return new Extents() {
      @Override
      public int start(int index) {
        return offsets.getInt(4L * index);
      }

      @Override
      public int end(int index) {
        return offsets.getInt(4L * index + 4);
      }
    };
  }

  private static Extents views(ArrowBuf offsets, ArrowBuf sizes) {
    return new Extents() {
      @Override
      public int start(int index) {
        return offsets.getInt(4L * index);
      }

      @Override
      public int end(int index) {
        return start(index) + sizes.getInt(4L * index);
      }
    };
  }

  private static void checkElements(
      ColumnPath path,
      LogicalType type,
      FieldVector lists,
      Extents extents,
      ColumnVector elements,
      Origin origin) {
    for (int list = 0; list < lists.getValueCount(); list++) {
      int end = lists.isNull(list) ? 0 : extents.end(list);
      for (int i = end == 0 ? 0 : extents.start(list); i < end; i++) {
        if (elements.isNullAt(i)) {
          throw path.unreadable(origin, i, null, type);
        }
      }
    }
  }

  private static final class ArrayView extends ArrowColumn implements ArrayColumnVector {
    private final Extents extents;
    private final ColumnVector elements;

    ArrayView(FieldVector vector, Extents extents, ColumnVector elements) {
      super(vector);
      this.extents = extents;
      this.elements = elements;
    }

    @Override
    public ArrayData getArray(int i) {
      int start = extents.start(i);
      return new ColumnarArrayData(elements, start, extents.end(i) - start);
    }
  }

  static VectorView maps(ColumnPath path, LogicalType key, LogicalType value, Field field) {
    if (!(field.getType() instanceof ArrowType.Map)) {
      return null;
    }
    List<Field> children = field.getChildren().get(0).getChildren();
    ColumnPath keyPath = path.child("key");
    ColumnPath valuePath = path.child("value");
    VectorView keys = ColumnViews.of(keyPath, key, children.get(0));
    VectorView values = ColumnViews.of(valuePath, value, children.get(1));
    return (vector, dictionaries, origin) -> {
      ListVector maps = (ListVector) vector;
      Extents extents = offsets(maps.getOffsetBuffer());
      List<FieldVector> entries = maps.getDataVector().getChildrenFromFields();
      ColumnVector keyView = keys.on(entries.get(0), dictionaries, origin);
      ColumnVector valueView = values.on(entries.get(1), dictionaries, origin);
      if (!key.isNullable()) {
        checkElements(keyPath, key, vector, extents, keyView, origin);
      }
      if (!value.isNullable()) {
        checkElements(valuePath, value, vector, extents, valueView, origin);
      }
      return new MapView(vector, extents, keyView, valueView);
    };
  }

  private static final class MapView extends ArrowColumn implements MapColumnVector {
    private final Extents extents;
    private final ColumnVector keys;
    private final ColumnVector values;

    MapView(FieldVector vector, Extents extents, ColumnVector keys, ColumnVector values) {
      super(vector);
      this.extents = extents;
      this.keys = keys;
      this.values = values;
    }

    @Override
    public MapData getMap(int i) {
      int start = extents.start(i);
      return new ColumnarMapData(keys, values, start, extents.end(i) - start);
    }
  }

  /**
   * @param names of the SQL type's fields, which are found by name
   */
  static VectorView rows(
      ColumnPath path, List<String> names, List<LogicalType> types, Field field) {
    if (!(field.getType() instanceof ArrowType.Struct)) {
      return null;
    }
    ColumnChoice choice = ColumnChoice.of(path, names, types, field.getChildren());
    return (vector, dictionaries, origin) -> {
      List<FieldVector> all = vector.getChildrenFromFields();
      List<FieldVector> chosen = new ArrayList<>();
      for (int position : choice.positions()) {
        chosen.add(all.get(position));
      }
      ColumnVector[] views =
          choice.on(chosen, vector.getValueCount(), i -> !vector.isNull(i), dictionaries, origin);
      return new RowView((StructVector) vector, new VectorizedColumnBatch(views));
    };
  }

  private static final class RowView extends ArrowColumn implements RowColumnVector {
    private final VectorizedColumnBatch fields;

    RowView(StructVector vector, VectorizedColumnBatch fields) {
      super(vector);
      this.fields = fields;
    }

    @Override
    public ColumnarRowData getRow(int i) {
      return new ColumnarRowData(fields, i);
    }
  }
}
