package io.pelton.arrow;

import io.pelton.arrow.type.ArrowTypes;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Finds the schema for {@link InputBinding#schema}. */
final class CollectedSchema {
  private static final int SINGLE = -2;
  private static final int ANY_LENGTH = -1;

  private final List<Field> fields;
  private final Map<String, Values> columns = new LinkedHashMap<>();

  private CollectedSchema(List<Field> fields) {
    this.fields = fields;
  }

  /**
   * What a column holds.
   *
   * @param length elements of a row's list, {@link #ANY_LENGTH} where rows vary, {@link #SINGLE}
   *     where there are no lists
   */
  private record Values(DType dtype, int length) {}

  /**
   * @param fields of the rows that are collected, which say where there are lists
   */
  static Schema of(
      List<ModelInput> inputs, List<? extends InputBinding> bindings, List<Field> fields) {
    CollectedSchema schema = new CollectedSchema(fields);
    for (ModelInput input : inputs) {
      for (InputBinding binding : bindings) {
        if (binding.input().equals(input.name())) {
          boolean single = binding instanceof ColumnBinding;
          binding.columns().forEach(column -> schema.add(column, input, single));
        }
      }
    }
    return new Schema(
        schema.columns.entrySet().stream()
            .map(column -> field(column.getKey(), column.getValue()))
            .toList());
  }

  private void add(String column, ModelInput input, boolean single) {
    // 32-bit floats, which Arrow has for bfloat16, would round twice
    DType wanted = input.dtype() == DType.BF16 ? DType.F64 : input.dtype();
    // truth values are collected as such: it is the binding that makes numbers of them
    DType dtype = holdsTruth(column) && wanted.isNumeric() ? DType.BOOL : wanted;
    int length = single && isList(column) ? length(input.shape()) : SINGLE;
    Values before = columns.get(column);
    columns.put(
        column,
        before == null
            ? new Values(dtype, length)
            : new Values(
                common(before.dtype(), dtype, column, input),
                before.length() == length ? length : ANY_LENGTH));
  }

  private boolean isList(String column) {
    List<ColumnPath> found = ColumnPath.find(fields, column);
    return found.size() == 1 && ListType.of(found.get(0).field(), false).isPresent();
  }

  private boolean holdsTruth(String column) {
    List<ColumnPath> found = ColumnPath.find(fields, column);
    if (found.size() != 1) {
      return false;
    }
    Field field = found.get(0).field();
    Field value = ListType.of(field, false).map(ListType::element).orElse(field);
    return value.getType() instanceof ArrowType.Bool;
  }

  /** Elements of a row of an input that has a fixed number of them. */
  private static int length(Shape shape) {
    if (!shape.isRanked() || !shape.extents().stream().skip(1).allMatch(Extent::isFixed)) {
      return ANY_LENGTH;
    }
    return Math.toIntExact(
        Layout.elements(shape.extents().stream().skip(1).mapToLong(Extent::max).toArray()));
  }

  private static DType common(DType before, DType wanted, String column, ModelInput input) {
    if (before == wanted) {
      return wanted;
    }
    if (!before.isNumeric() || !wanted.isNumeric()) {
      throw new BindingMismatch(
          input.name(),
          column,
          "one kind of input for a column",
          before + " and " + wanted,
          "give the inputs columns of their own");
    }
    return before.isFloat() || wanted.isFloat() ? DType.F64 : DType.I64;
  }

  private static Field field(String column, Values values) {
    ArrowType type =
        ArrowTypes.of(values.dtype())
            .orElseThrow(
                () ->
                    new UnsupportedType(
                        column,
                        values.dtype().toString(),
                        "numbers of 8 to 64 bits, truth values, strings"));
    if (values.length() == SINGLE) {
      return Field.nullable(column, type);
    }
    ArrowType lists =
        values.length() == ANY_LENGTH
            ? new ArrowType.List()
            : new ArrowType.FixedSizeList(values.length());
    return new Field(column, FieldType.nullable(lists), List.of(Field.nullable("item", type)));
  }
}
