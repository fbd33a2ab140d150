package io.pelton.flink.operator;

import io.pelton.arrow.ModelInput;
import io.pelton.arrow.type.ArrowTypes;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.flink.InputFunction;
import io.pelton.flink.error.FunctionFailed;
import java.io.Serializable;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.annotation.Internal;

/** A function of records as the column of a model input. */
@Internal
public sealed interface FunctionColumn<T> extends Serializable {
  /** The column of what the function gives. */
  Field field(ModelInput input);

  /**
   * @param input that the function is for
   */
  CellWriter<T> writer(String input);

  /** A function of floats. */
  record OfNumber<T>(InputFunction.OfNumber<T> function) implements FunctionColumn<T> {
    @Override
    public Field field(ModelInput input) {
      return single(input, DType.F64);
    }

    @Override
    public CellWriter<T> writer(String input) {
      return (record, builder, column) -> {
        double value;
        try {
          value = function.apply(record);
        } catch (Exception e) {
          throw new FunctionFailed(input, e);
        }
        builder.setDouble(column, value);
      };
    }
  }

  /** A function of whole numbers. */
  record OfInteger<T>(InputFunction.OfInteger<T> function) implements FunctionColumn<T> {
    @Override
    public Field field(ModelInput input) {
      return single(input, DType.I64);
    }

    @Override
    public CellWriter<T> writer(String input) {
      return (record, builder, column) -> {
        long value;
        try {
          value = function.apply(record);
        } catch (Exception e) {
          throw new FunctionFailed(input, e);
        }
        builder.setLong(column, value);
      };
    }
  }

  /** A function of truth values. */
  record OfTruth<T>(InputFunction.OfTruth<T> function) implements FunctionColumn<T> {
    @Override
    public Field field(ModelInput input) {
      return single(input, DType.BOOL);
    }

    @Override
    public CellWriter<T> writer(String input) {
      return (record, builder, column) -> {
        boolean value;
        try {
          value = function.apply(record);
        } catch (Exception e) {
          throw new FunctionFailed(input, e);
        }
        builder.setBoolean(column, value);
      };
    }
  }

  /**
   * A function of objects.
   *
   * @param dtype of single values or elements; null where it is known only when there are some
   * @param isList whether there are several, where that is known
   */
  record OfValue<T>(InputFunction<T, ?> function, DType dtype, boolean isList)
      implements FunctionColumn<T> {
    @Override
    public Field field(ModelInput input) {
      // where nothing is known, whatever the input takes
      DType element = dtype == null ? input.dtype() : dtype;
      boolean several = dtype == null ? takesSeveral(input.shape()) : isList;
      return several ? ArrayEncoding.lists(input.name(), element) : single(input, element);
    }

    @Override
    public CellWriter<T> writer(String input) {
      return (record, builder, column) -> {
        Object value;
        try {
          value = function.apply(record);
        } catch (Exception e) {
          throw new FunctionFailed(input, e);
        }
        builder.setValue(column, value);
      };
    }
  }

  private static Field single(ModelInput input, DType dtype) {
    return Field.nullable(input.name(), ArrowTypes.of(dtype).orElseThrow());
  }

  private static boolean takesSeveral(Shape shape) {
    if (!shape.isRanked() || shape.rank() < 2) {
      return false;
    }
    Extent second = shape.extent(1);
    return shape.rank() > 2 || !second.isFixed() || second.max() != 1;
  }
}
