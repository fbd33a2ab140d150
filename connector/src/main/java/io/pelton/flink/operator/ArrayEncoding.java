package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.type.ArrowTypes;
import io.pelton.engine.tensor.DType;
import io.pelton.flink.error.InvalidSetting;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;

/** Encodes arrays, each a row of a model's one input. */
@Internal
public final class ArrayEncoding<A> extends RecordEncoding<A> {
  /** Classes of arrays that can be encoded. */
  public static final List<Class<?>> SUPPORTED =
      List.of(
          float[].class,
          double[].class,
          int[].class,
          long[].class,
          boolean[].class,
          String[].class);

  private static final long serialVersionUID = 1L;

  private final Class<A> type;

  /**
   * @param type one of {@link #SUPPORTED}
   */
  public ArrayEncoding(Class<A> type) {
    this.type = type;
  }

  @Override
  Schema fields(List<ModelInput> inputs, List<InputBinding> bindings) {
    List<String> paths = paths(bindings);
    if (paths.size() != 1) {
      throw new InvalidSetting(
          "model",
          "one input, which takes the arrays",
          inputs.size() + " inputs fed from " + paths,
          "use rows with a field of arrays for each, Inference.rows()");
    }
    return new Schema(List.of(lists(paths.get(0), dtype(type.getComponentType()))));
  }

  private static DType dtype(Class<?> element) {
    return element == float.class
        ? DType.F32
        : element == double.class
            ? DType.F64
            : element == int.class
                ? DType.I32
                : element == long.class
                    ? DType.I64
                    : element == boolean.class ? DType.BOOL : DType.STRING;
  }

  /** A column of lists of such elements. */
  static Field lists(String name, DType element) {
    return new Field(
        name,
        FieldType.nullable(new ArrowType.List()),
        List.of(Field.nullable("item", ArrowTypes.of(element).orElseThrow())));
  }

  @Override
  RecordEncoder<A> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    CellWriter<A> writer =
        type == float[].class
            ? (array, builder, column) -> {
              float[] floats = (float[]) array;
              builder.setFloats(column, floats, 0, floats.length);
            }
            : (array, builder, column) -> builder.setValue(column, array);
    return new FieldEncoder<>(allocator, wanted, maxRows, List.of(writer));
  }
}
