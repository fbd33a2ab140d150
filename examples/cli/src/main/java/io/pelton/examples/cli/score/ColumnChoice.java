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
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Decides which columns feed which inputs: an input of shape [N] or [N,1] takes the column of its
 * name, an input of shape [N,F] those that the user lists, or else all columns of its kind that no
 * other input takes, in the order of the file.
 */
final class ColumnChoice {
  private final Schema schema;
  private final List<String> listed;
  private final NullHandling nulls;

  /**
   * @param listed columns for an input of several; empty for all that suit it
   */
  ColumnChoice(Schema schema, List<String> listed, NullHandling nulls) {
    this.schema = schema;
    this.listed = List.copyOf(listed);
    this.nulls = nulls;
  }

  /** One binding an input. */
  List<InputBinding> bindings(List<Port> inputs) {
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
        taken.add(input.name());
      }
    }
    for (Port input : inputs) {
      DType dtype = type(input).dtype();
      InputBinding binding =
          takesOneColumn(input)
              ? InputBinding.column(input.name(), input.name())
              : InputBinding.columns(input.name(), columns(input, taken));
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

  private List<String> columns(Port input, Set<String> taken) {
    if (!listed.isEmpty()) {
      return listed;
    }
    boolean isText = type(input).dtype() == DType.STRING;
    List<String> columns =
        schema.getFields().stream()
            .filter(field -> isText ? isText(field) : isNumber(field))
            .map(Field::getName)
            .filter(name -> !taken.contains(name))
            .toList();
    if (columns.isEmpty()) {
      throw new BadRequest(
          "input %s finds no column of %s; the file has %s"
              .formatted(input, isText ? "strings" : "numbers", schema.getFields()));
    }
    return columns;
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
