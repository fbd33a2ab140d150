package io.pelton.arrow.io;

import static io.pelton.arrow.io.VectorCheck.holds;
import static io.pelton.arrow.io.VectorCheck.holdsValidity;
import static io.pelton.arrow.io.VectorCheck.require;

import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** The part of {@link VectorCheck} for vectors that have others inside. */
final class NestedCheck {
  private NestedCheck() {}

  static void check(FieldVector vector, Field field, int values) {
    String name = field.getName();
    if (vector instanceof ListVector lists) {
      holdsValidity(name, lists, values);
      checkLists(
          name,
          new OffsetBuffer(lists.getOffsetBuffer(), values, Integer.BYTES),
          lists.getDataVector(),
          child(field));
    } else if (vector instanceof LargeListVector lists) {
      holdsValidity(name, lists, values);
      checkLists(
          name,
          new OffsetBuffer(lists.getOffsetBuffer(), values, Long.BYTES),
          lists.getDataVector(),
          child(field));
    } else if (vector instanceof FixedSizeListVector lists) {
      holdsValidity(name, lists, values);
      long elements = (long) values * lists.getListSize();
      require(elements <= Integer.MAX_VALUE, name, elements + " elements");
      VectorCheck.check(lists.getDataVector(), child(field), (int) elements);
    } else if (vector instanceof StructVector struct) {
      holdsValidity(name, struct, values);
      checkChildren(struct, field, values);
    } else if (vector instanceof ListViewVector lists) {
      holdsValidity(name, lists, values);
      OffsetBuffer offsets = new OffsetBuffer(lists.getOffsetBuffer(), values, Integer.BYTES);
      OffsetBuffer sizes = new OffsetBuffer(lists.getSizeBuffer(), values, Integer.BYTES);
      checkListViews(name, lists, offsets, sizes, lists.getDataVector(), child(field));
    } else if (vector instanceof LargeListViewVector lists) {
      holdsValidity(name, lists, values);
      OffsetBuffer offsets = new OffsetBuffer(lists.getOffsetBuffer(), values, Long.BYTES);
      OffsetBuffer sizes = new OffsetBuffer(lists.getSizeBuffer(), values, Long.BYTES);
      checkListViews(name, lists, offsets, sizes, lists.getDataVector(), child(field));
    } else if (vector instanceof UnionVector union) {
      checkUnion(field, union, values);
    } else if (vector instanceof DenseUnionVector union) {
      checkUnion(field, union, values);
    } else if (vector instanceof RunEndEncodedVector runs) {
      checkRuns(field, runs, values);
    } else {
      throw new UnsupportedOperationException(
          "column '" + name + "' of type " + vector.getField().getType());
    }
  }

  private static Field child(Field field) {
    return field.getChildren().get(0);
  }

  private static void checkChildren(FieldVector vector, Field field, int values) {
    List<FieldVector> children = vector.getChildrenFromFields();
    for (int i = 0; i < children.size(); i++) {
      VectorCheck.check(children.get(i), field.getChildren().get(i), values);
    }
  }

  private static void checkLists(
      String name, OffsetBuffer offsets, FieldVector elements, Field element) {
    VectorCheck.checkOffsets(name, offsets, elements.getValueCount());
    VectorCheck.check(elements, element, 0);
  }

  private static void checkListViews(
      String name,
      FieldVector lists,
      OffsetBuffer offsets,
      OffsetBuffer sizes,
      FieldVector elements,
      Field element) {
    long bytes = (long) offsets.count() * offsets.width();
    holds(name, "offsets", offsets.buffer(), bytes);
    holds(name, "sizes", sizes.buffer(), bytes);
    long end = elements.getValueCount();
    for (int i = 0; i < offsets.count(); i++) {
      long start = offsets.at(i);
      long size = sizes.at(i);
      boolean inside = start >= 0 && size >= 0 && start <= end && size <= end - start;
      if (!inside && !lists.isNull(i)) {
        require(false, name, "a list of " + size + " from " + start);
      }
    }
    VectorCheck.check(elements, element, 0);
  }

  private static void checkUnion(Field field, UnionVector union, int values) {
    String name = field.getName();
    holds(name, "types", union.getTypeBuffer(), values);
    boolean[] known = typeIds(field);
    for (int i = 0; i < values; i++) {
      int id = union.getTypeValue(i);
      if (id < 0 || !known[id]) {
        require(false, name, "a value of type " + id);
      }
    }
    checkChildren(union, field, values);
  }

  private static void checkUnion(Field field, DenseUnionVector union, int values) {
    String name = field.getName();
    holds(name, "types", union.getTypeBuffer(), values);
    holds(name, "offsets", union.getOffsetBuffer(), (long) values * Integer.BYTES);
    boolean[] known = typeIds(field);
    for (int i = 0; i < values; i++) {
      byte id = union.getTypeId(i);
      if (id < 0 || !known[id]) {
        require(false, name, "a value of type " + id);
      }
      int offset = union.getOffset(i);
      int end = union.getVectorByType(id).getValueCount();
      if (offset < 0 || offset >= end) {
        require(false, name, "value " + offset + " of " + end);
      }
    }
    checkChildren(union, field, 0);
  }

  private static boolean[] typeIds(Field union) {
    boolean[] known = new boolean[Byte.MAX_VALUE + 1];
    int[] ids = ((ArrowType.Union) union.getType()).getTypeIds();
    for (int i = 0; i < union.getChildren().size(); i++) {
      known[ids == null ? i : ids[i]] = true;
    }
    return known;
  }

  private static void checkRuns(Field field, RunEndEncodedVector vector, int values) {
    String name = field.getName();
    FieldVector ends = vector.getRunEndsVector();
    int runs = ends.getValueCount();
    VectorCheck.check(ends, field.getChildren().get(0), runs);
    require(ends.getNullCount() == 0, name, "runs without an end");
    VectorCheck.check(vector.getValuesVector(), field.getChildren().get(1), runs);
    long before = 0;
    for (int run = 0; run < runs; run++) {
      long end = ((BaseIntVector) ends).getValueAsLong(run);
      if (end <= before) {
        require(false, name, "a run's end " + end + " after " + before);
      }
      before = end;
    }
    require(before >= values, name, "runs of " + before + " values, not " + values);
  }
}
