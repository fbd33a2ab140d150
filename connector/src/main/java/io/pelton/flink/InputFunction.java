package io.pelton.flink;

import java.io.Serializable;
import org.apache.flink.annotation.PublicEvolving;

/**
 * Says what a model input takes of a record. Whatever it throws is the failure of that record.
 *
 * @param <T> records of the stream
 * @param <V> values for the input
 */
@PublicEvolving
@FunctionalInterface
public interface InputFunction<T, V> extends Serializable {
  /** The record's value, or null for none; must leave the record as it is. */
  V apply(T record) throws Exception;

  /** Gives a float, without a box. */
  @FunctionalInterface
  interface OfNumber<T> extends Serializable {
    double apply(T record) throws Exception;
  }

  /** Gives a whole number, without a box. */
  @FunctionalInterface
  interface OfInteger<T> extends Serializable {
    long apply(T record) throws Exception;
  }

  /** Gives a truth value, without a box. */
  @FunctionalInterface
  interface OfTruth<T> extends Serializable {
    boolean apply(T record) throws Exception;
  }
}
