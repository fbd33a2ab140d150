package io.pelton.flink;

import io.pelton.engine.error.UnknownName;
import io.pelton.flink.error.OutputKindMismatch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;

/**
 * A record next to what the model says of it. Immutable; arrays are the prediction's own and must
 * not be changed.
 *
 * <p>An output of shape [N] or [N,1] gives one value a record, a longer one an array in row-major
 * order, a sequence of maps a map: strings as String, whole numbers as long (U64 as its bits), half
 * and single floats as float, double floats as double, truth values as boolean.
 */
@PublicEvolving
public final class Prediction<T> {
  private final T input;
  private final List<String> names;
  private final Object[] values;

  /**
   * @param names of the outputs
   * @param values one a name, of the classes above; not copied
   */
  public Prediction(T input, List<String> names, Object[] values) {
    this.input = input;
    this.names = names;
    this.values = values;
  }

  /** The same outputs for a copy of the record. */
  public Prediction<T> withInput(T copy) {
    return new Prediction<>(copy, names, values);
  }

  /** The record that was scored. */
  public T input() {
    return input;
  }

  /** Names of the outputs, in order. */
  public List<String> names() {
    return names;
  }

  /** The value of output {@code position}. */
  public Object value(int position) {
    return values[position];
  }

  /**
   * The value of an output, whatever its class.
   *
   * @throws UnknownName naming the outputs there are
   */
  public Object value(String output) {
    int position = names.indexOf(output);
    if (position < 0) {
      throw new UnknownName("no output", output, names);
    }
    return values[position];
  }

  /** An output of strings, as labels often are. */
  public String text(String output) {
    return as(output, String.class);
  }

  /** An output of whole numbers. */
  public long integer(String output) {
    return as(output, Long.class);
  }

  /** An output of floats, single or double. */
  public double number(String output) {
    return as(output, Number.class).doubleValue();
  }

  public boolean truth(String output) {
    return as(output, Boolean.class);
  }

  /** An output of half or single floats with several values a record, as probabilities are. */
  public float[] floats(String output) {
    return as(output, float[].class);
  }

  public double[] doubles(String output) {
    return as(output, double[].class);
  }

  public long[] integers(String output) {
    return as(output, long[].class);
  }

  public String[] texts(String output) {
    return as(output, String[].class);
  }

  /** An output of maps; keys are Long or String. */
  public Map<?, ?> map(String output) {
    return as(output, Map.class);
  }

  private <V> V as(String output, Class<V> type) {
    Object value = value(output);
    if (!type.isInstance(value)) {
      throw new OutputKindMismatch(output, type.getSimpleName(), value.getClass().getSimpleName());
    }
    return type.cast(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prediction<?> prediction
        && Objects.deepEquals(input, prediction.input)
        && names.equals(prediction.names)
        && Arrays.deepEquals(values, prediction.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(new Object[] {input}) + Arrays.deepHashCode(values);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(shown(input)).append(" ->");
    for (int i = 0; i < values.length; i++) {
      text.append(' ').append(names.get(i)).append('=').append(shown(values[i]));
    }
    return text.toString();
  }

  /** Arrays as what they hold. */
  private static String shown(Object value) {
    String shown = Arrays.deepToString(new Object[] {value});
    return shown.substring(1, shown.length() - 1);
  }
}
