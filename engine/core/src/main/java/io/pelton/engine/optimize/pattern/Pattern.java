package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * What a value must be for a rule to apply, and which names its parts get. Immutable. Patterns read
 * from the value that is replaced down to what it is computed from, left to right.
 */
public abstract class Pattern {
  /** The rest of a match. */
  interface Rest {
    boolean matches();
  }

  /**
   * Binds what matches and goes on with the rest; undoes its bindings when the rest does not match.
   *
   * @param value may be absent
   */
  abstract boolean match(Match match, ValueId value, Rest rest);

  /** The kinds of nodes at whose output this pattern may match; empty for any. */
  abstract Set<OpKind> kinds();

  /** Any value; where the name occurs again, the same value. */
  public static Pattern any(String name) {
    return new ValuePattern(name, name, (match, value) -> true);
  }

  /** A value for which the predicate holds. */
  public static Pattern any(String name, BiPredicate<Match, ValueId> predicate) {
    return new ValuePattern(name, name, predicate);
  }

  /** A constant. */
  public static Pattern constant(String name) {
    return constant(name, (match, value) -> true);
  }

  /** A constant for which the predicate holds. */
  public static Pattern constant(String name, BiPredicate<Match, ValueId> predicate) {
    return new ValuePattern(
        name,
        "const " + name,
        (match, value) ->
            match.graph().constant(value).isPresent() && predicate.test(match, value));
  }

  /** A constant float of one element. */
  public static Pattern scalar(String name) {
    return new ValuePattern(
        name, "scalar " + name, (match, value) -> Scalars.isFloat(match, value));
  }

  /** A constant float of one element that is this number, rounded to its dtype. */
  public static Pattern number(double number) {
    return new ValuePattern(
        null, Scalars.text(number), (match, value) -> Scalars.is(match, value, number));
  }

  /** An optional operand that is not given. */
  public static Pattern absent() {
    return new AbsentPattern();
  }

  /** The output of an op that has one output, on operands that match these. */
  public static OpPattern op(OpKind kind, Pattern... operands) {
    return new OpPattern(Set.of(kind), null, List.of(operands), op -> true, false, false);
  }

  /** The output of an op of one of these kinds. */
  public static OpPattern op(Set<OpKind> kinds, Pattern... operands) {
    return new OpPattern(kinds, null, List.of(operands), op -> true, false, false);
  }

  /** The output of an op for which the predicate holds. */
  public static OpPattern op(OpKind kind, Predicate<Op> predicate, Pattern... operands) {
    return new OpPattern(Set.of(kind), null, List.of(operands), predicate, false, false);
  }

  /** The output of an op whose two operands may be in any order. */
  public static OpPattern commutative(OpKind kind, Pattern one, Pattern other) {
    return new OpPattern(Set.of(kind), null, List.of(one, other), op -> true, true, false);
  }

  /** The first of the patterns with which all of the match works out. */
  public static Pattern either(Pattern... patterns) {
    return new EitherPattern(List.of(patterns));
  }
}
