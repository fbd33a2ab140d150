package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;

/** Writes what stands for a null into a packed input. */
final class NullFill {
  private final double[] real;
  private final long[] integer;

  private NullFill(double[] real, long[] integer) {
    this.real = real;
    this.integer = integer;
  }

  /** The fill of a policy; for one that lets no null through, a zero that is never written. */
  static NullFill of(NullPolicy policy) {
    if (policy instanceof NullPolicy.Nan) {
      return new NullFill(new double[] {Double.NaN}, null);
    }
    if (policy instanceof NullPolicy.DefaultReal number) {
      return new NullFill(new double[] {number.value()}, null);
    }
    long value = policy instanceof NullPolicy.DefaultInteger number ? number.value() : 0;
    return new NullFill(null, new long[] {value});
  }

  boolean isNan() {
    return real != null && Double.isNaN(real[0]);
  }

  /** Whether the value is one of the sink's dtype. */
  boolean fits(NumberSink sink) {
    if (real != null) {
      return sink.dtype().isFloat();
    }
    sink.begin(1, 1);
    return sink.longs(integer, 1, false, 0) < 0;
  }

  void write(NumberSink sink, int at) {
    if (real != null) {
      sink.doubles(real, 1, at);
    } else {
      sink.longs(integer, 1, false, at);
    }
  }
}
