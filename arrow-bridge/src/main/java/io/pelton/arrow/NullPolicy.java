package io.pelton.arrow;

import java.io.Serializable;
import java.util.Objects;

/** What becomes of nulls on their way into a model input. A null is never read as a value. */
public sealed interface NullPolicy extends Serializable {
  /** {@link #nan} for inputs of floats, {@link #fail} for all others. */
  static NullPolicy standard() {
    return new Standard();
  }

  /** A null is an error that names column and row. */
  static NullPolicy fail() {
    return new Fail();
  }

  /** A null becomes NaN; floats only. */
  static NullPolicy nan() {
    return new Nan();
  }

  /** A null becomes this number, rounded once to the input's dtype; floats only. */
  static NullPolicy defaultValue(double value) {
    return new DefaultReal(value);
  }

  /**
   * A null becomes this integer, which must fit the input's dtype; floats, integers, BOOL (0, 1).
   */
  static NullPolicy defaultValue(long value) {
    return new DefaultInteger(value);
  }

  /** A null becomes this string; strings only. */
  static NullPolicy defaultValue(String value) {
    return new DefaultText(value);
  }

  /** A row with a null is left out of the batch, at every input, and reported. */
  static NullPolicy drop() {
    return new Drop();
  }

  /** See {@link NullPolicy#standard}. */
  record Standard() implements NullPolicy {}

  /** See {@link NullPolicy#fail}. */
  record Fail() implements NullPolicy {}

  /** See {@link NullPolicy#nan}. */
  record Nan() implements NullPolicy {}

  /** See {@link NullPolicy#defaultValue(double)}. */
  record DefaultReal(double value) implements NullPolicy {}

  /** See {@link NullPolicy#defaultValue(long)}. */
  record DefaultInteger(long value) implements NullPolicy {}

  /** See {@link NullPolicy#defaultValue(String)}. */
  record DefaultText(String value) implements NullPolicy {
    public DefaultText {
      Objects.requireNonNull(value, "a null can't become null; use fail() or drop()");
    }
  }

  /** See {@link NullPolicy#drop}. */
  record Drop() implements NullPolicy {}
}
