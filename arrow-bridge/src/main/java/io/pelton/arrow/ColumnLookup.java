package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.NumberType;
import io.pelton.arrow.type.TextType;
import io.pelton.engine.tensor.DType;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Finds the columns that an input is bound to, and checks that it takes their values. */
final class ColumnLookup {
  private final List<Field> fields;

  ColumnLookup(Schema schema) {
    this.fields = schema.getFields();
  }

  /**
   * @throws UnknownColumn where there is none of this name
   * @throws BindingMismatch where there are several
   */
  ColumnPath path(ModelInput input, String column) {
    List<ColumnPath> found = ColumnPath.find(fields, column);
    if (found.isEmpty()) {
      throw new UnknownColumn(
          column, "input '" + input.name() + "'", fields.stream().map(Field::getName).toList());
    }
    if (found.size() > 1) {
      throw new BindingMismatch(
          input.name(),
          column,
          "one column of this name",
          found.size() + " of them",
          "rename the others");
    }
    return found.get(0);
  }

  /** A reader of a column of single values. */
  ColumnReader reader(ModelInput input, String column) {
    ColumnPath path = path(input, column);
    return new ColumnReader(path, path.field(), type(input, path, path.field()));
  }

  /** A reader of a column of lists. */
  ListReader lists(ModelInput input, ColumnPath path, ListType type, RowShape shape) {
    int[] inner = type.inner().stream().mapToInt(Integer::intValue).toArray();
    ColumnType element = type(input, path, type.element());
    return new ListReader(
        path, type, shape, new ListElements(path, type.element(), element, inner, type.bytes()));
  }

  private static ColumnType type(ModelInput input, ColumnPath path, Field values) {
    ArrowType found = values.getType();
    ColumnType type =
        ColumnType.of(found, input.dtype())
            .orElseThrow(
                () -> new UnsupportedType(path.name(), found.toString(), ColumnType.SUPPORTED));
    if (!(found instanceof ArrowType.Null) && !suits(input.dtype(), type)) {
      throw new BindingMismatch(
          input.name(),
          path.name(),
          expected(input.dtype()),
          "a column of type " + found,
          "cast the column where the batch is made, or bind another");
    }
    return type;
  }

  private static boolean suits(DType input, ColumnType type) {
    if (input == DType.STRING) {
      return type instanceof TextType;
    }
    if (input == DType.BOOL) {
      return type.dtype() == DType.BOOL;
    }
    return type instanceof NumberType number && (!number.isReal() || input.isFloat());
  }

  private static String expected(DType dtype) {
    if (dtype == DType.STRING) {
      return "a column of strings";
    }
    if (dtype == DType.BOOL) {
      return "a column of truth values";
    }
    return (dtype.isFloat() ? "a column of numbers" : "a column of integers") + " for " + dtype;
  }
}
