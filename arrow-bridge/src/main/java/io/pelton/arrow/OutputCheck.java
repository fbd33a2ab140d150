package io.pelton.arrow;

import io.pelton.arrow.type.ArrowTypes;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Holds an output's binding against what the output is. */
final class OutputCheck {
  private OutputCheck() {}

  static OutputColumns check(ModelOutput output, OutputBinding binding) {
    if (output instanceof ModelOutput.OfTensor tensor) {
      return check(tensor, binding);
    }
    return check((ModelOutput.OfMappings) output, binding);
  }

  private static OutputColumns check(ModelOutput.OfTensor output, OutputBinding binding) {
    if (binding instanceof OutputBinding.Plain plain) {
      return tensor(output, List.of(plain.column()));
    }
    if (binding instanceof OutputBinding.Split split) {
      return tensor(output, split.columns());
    }
    if (binding instanceof OutputBinding.Lists list) {
      return list(output, list.column());
    }
    if (binding instanceof OutputBinding.Standard) {
      return isRagged(output.shape())
          ? list(output, output.name())
          : tensor(output, standardNames(output));
    }
    throw mismatch(output, "a sequence of mappings for a binding to maps or labels");
  }

  private static OutputColumns check(ModelOutput.OfMappings output, OutputBinding binding) {
    if (binding instanceof OutputBinding.Labels labels) {
      List<Field> fields =
          labels.columns().values().stream()
              .map(name -> field(output, name, output.value(), true))
              .toList();
      return new LabelColumns(
          output.name(), List.copyOf(labels.columns().keySet()), fields, output.value());
    }
    if (binding instanceof OutputBinding.Maps maps) {
      return map(output, maps.column());
    }
    if (binding instanceof OutputBinding.Standard) {
      return map(output, output.name());
    }
    throw mismatch(output, "a tensor for a binding to columns or lists");
  }

  private static List<String> standardNames(ModelOutput.OfTensor output) {
    if (!output.shape().isRanked() || output.shape().rank() < 2) {
      return List.of(output.name());
    }
    Extent second = output.shape().extent(1);
    if (output.shape().rank() > 2) {
      throw mismatch(
          output,
          "a shape [N], [N,1], [N,K] or [N,L,...] with an open L to name columns by itself");
    }
    return second.max() == 1
        ? List.of(output.name())
        : IntStream.range(0, Math.toIntExact(second.max()))
            .mapToObj(i -> output.name() + "_" + i)
            .toList();
  }

  private static OutputColumns tensor(ModelOutput.OfTensor output, List<String> names) {
    Shape shape = output.shape();
    int width = names.size();
    boolean suits =
        !shape.isRanked()
            || (shape.rank() == 1 && width == 1)
            || (shape.rank() == 2
                && shape.extent(1).min() <= width
                && width <= shape.extent(1).max());
    if (!suits) {
      throw mismatch(output, width == 1 ? "a shape [N] or [N,1]" : "a shape [N," + width + "]");
    }
    List<Field> fields =
        names.stream().map(name -> field(output, name, output.dtype(), false)).toList();
    return new TensorColumns(output.name(), fields);
  }

  /** Whether rows are lists of any length, of elements of fixed shape. */
  private static boolean isRagged(Shape shape) {
    return shape.isRanked()
        && shape.rank() > 1
        && !shape.extent(1).isFixed()
        && shape.extents().stream().skip(2).allMatch(Extent::isFixed);
  }

  private static OutputColumns ragged(ModelOutput.OfTensor output, String column) {
    List<Extent> inner = output.shape().extents().subList(2, output.shape().rank());
    long width = inner.stream().mapToLong(Extent::max).reduce(1, Math::multiplyExact);
    Field element = field(output, "item", output.dtype(), false);
    if (!inner.isEmpty()) {
      ArrowType type = new ArrowType.FixedSizeList(Math.toIntExact(width));
      element = new Field("item", FieldType.notNullable(type), List.of(element));
    }
    FieldType lists = FieldType.notNullable(ArrowType.List.INSTANCE);
    return new RaggedColumn(output.name(), new Field(column, lists, List.of(element)), width);
  }

  private static OutputColumns list(ModelOutput.OfTensor output, String column) {
    Shape shape = output.shape();
    if (isRagged(shape)) {
      return ragged(output, column);
    }
    boolean suits =
        shape.isRanked()
            && shape.rank() > 1
            && shape.extents().stream().skip(1).allMatch(Extent::isFixed);
    if (!suits) {
      throw mismatch(
          output, "a shape [N,...] with all but the batch axis, and maybe the next, fixed");
    }
    long width =
        shape.extents().stream().skip(1).mapToLong(Extent::max).reduce(1, Math::multiplyExact);
    Field element = field(output, "item", output.dtype(), false);
    ArrowType type = new ArrowType.FixedSizeList(Math.toIntExact(width));
    return new ListColumn(
        output.name(), new Field(column, FieldType.notNullable(type), List.of(element)), width);
  }

  private static OutputColumns map(ModelOutput.OfMappings output, String column) {
    List<Field> pair = new ArrayList<>();
    pair.add(field(output, MapVector.KEY_NAME, output.key(), false));
    pair.add(field(output, MapVector.VALUE_NAME, output.value(), true));
    Field entries =
        new Field(
            MapVector.DATA_VECTOR_NAME, FieldType.notNullable(ArrowType.Struct.INSTANCE), pair);
    FieldType type = FieldType.notNullable(new ArrowType.Map(false));
    return new MapColumn(
        output.name(), new Field(column, type, List.of(entries)), output.key(), output.value());
  }

  private static Field field(ModelOutput output, String name, DType dtype, boolean nullable) {
    ArrowType type =
        ArrowTypes.of(dtype)
            .orElseThrow(() -> mismatch(output, "elements that Arrow has a column for"));
    return new Field(name, new FieldType(nullable, type, null), null);
  }

  private static OutputMismatch mismatch(ModelOutput output, String expected) {
    return new OutputMismatch(
        output.name(), expected, output.toString(), "choose another output binding");
  }
}
