package io.pelton.examples.cli.score;

import io.pelton.arrow.InputBinding;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.examples.cli.console.BadRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Decides which columns feed which inputs: an input of shape [N] or [N,1] takes the column that it
 * is told or else the one of its name, an input of shape [N,F] those that the user lists, or else
 * all columns of its kind that no other input takes, in the order of the file. Columns of text
 * files are of every kind.
 */
final class ColumnChoice {
  private final Map<String, String> told;
  private final List<String> listed;
  private final NullHandling nulls;

  /**
   * @param told columns by the names of their inputs
   * @param listed columns for an input of several; empty for all that suit it
   */
  ColumnChoice(Map<String, String> told, List<String> listed, NullHandling nulls) {
    this.told = Map.copyOf(told);
    this.listed = List.copyOf(listed);
    this.nulls = nulls;
  }

  /** One binding an input, to columns of a schema. */
  List<InputBinding> bindings(List<Port> inputs, Schema schema) {
    return bindings(inputs, schema.getFields(), ColumnChoice::suits);
  }

  /** One binding an input, to columns of a text file. */
  List<InputBinding> bindings(List<Port> inputs, List<String> names) {
    List<Field> fields =
        names.stream().map(name -> Field.nullable(name, new ArrowType.Utf8())).toList();
    return bindings(inputs, fields, (input, field) -> true);
  }

  private List<InputBinding> bindings(
      List<Port> inputs, List<Field> fields, BiPredicate<Port, Field> suits) {
    checkTold(inputs);
    List<Port> wide = inputs.stream().filter(input -> !takesOneColumn(input)).toList();
    if (wide.size() > 1) {
      throw new BadRequest(
          "inputs "
              + wide.stream().map(Port::name).toList()
              + " take several columns each, and there is no telling which take which; score takes"
              + " models with at most one such input");
    }
    if (wide.isEmpty() && !listed.isEmpty()) {
      throw new BadRequest(
          "--columns is for an input of shape [N,F], but the model has only inputs of one column: "
              + inputs);
    }
    Set<String> taken = new HashSet<>();
    List<InputBinding> bindings = new ArrayList<>();
    for (Port input : inputs) {
      if (takesOneColumn(input)) {
        taken.add(column(input));
      }
    }
    for (Port input : inputs) {
      DType dtype = type(input).dtype();
      InputBinding binding =
          takesOneColumn(input)
              ? InputBinding.column(input.name(), column(input))
              : InputBinding.columns(
                  input.name(),
                  columns(
                      input,
                      fields,
                      field -> suits.test(input, field) && !taken.contains(field.getName())));
      bindings.add(binding.withNulls(nulls.policy(dtype)));
    }
    return bindings;
  }

  private static TensorType type(Port input) {
    if (input.type() instanceof TensorType tensor) {
      return tensor;
    }
    throw new BadRequest("input " + input + " is no tensor, which no column can feed");
  }

  /** An input of unknown rank is taken for [N,F]. */
  private static boolean takesOneColumn(Port input) {
    Shape shape = type(input).shape();
    if (!shape.isRanked()) {
      return false;
    }
    return shape.rank() == 1 || (shape.rank() == 2 && shape.extent(1).equals(Extent.fixed(1)));
  }

  private void checkTold(List<Port> inputs) {
    List<String> single =
        inputs.stream().filter(ColumnChoice::takesOneColumn).map(Port::name).toList();
    for (String input : told.keySet()) {
      if (!single.contains(input)) {
        throw new BadRequest(
            "--bind %s=%s: there is no input '%s' of one column; those are %s"
                .formatted(input, told.get(input), input, single));
      }
    }
  }

  private String column(Port input) {
    return told.getOrDefault(input.name(), input.name());
  }

  private List<String> columns(Port input, List<Field> fields, Predicate<Field> suits) {
    if (!listed.isEmpty()) {
      return listed;
    }
    List<String> columns = fields.stream().filter(suits).map(Field::getName).toList();
    if (columns.isEmpty()) {
      throw new BadRequest(
          "input %s finds no column of %s; the file has %s"
              .formatted(input, isText(input) ? "strings" : "numbers", fields));
    }
    return columns;
  }

  private static boolean suits(Port input, Field field) {
    return isText(input) ? isText(field) : isNumber(field);
  }

  private static boolean isText(Port input) {
    return type(input).dtype() == DType.STRING;
  }

  private static boolean isNumber(Field field) {
    return field.getType() instanceof ArrowType.Int
        || field.getType() instanceof ArrowType.FloatingPoint;
  }

  private static boolean isText(Field field) {
    return field.getType() instanceof ArrowType.Utf8
        || field.getType() instanceof ArrowType.LargeUtf8
        || field.getType() instanceof ArrowType.Utf8View;
  }
}
