package io.pelton.engine.executable;

import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.tensor.Extent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Options of a {@link BucketedCompileCache}, checked once by {@link #build}. */
public final class BucketedCompileCacheBuilder {
  /** Where the inputs declare no upper bound. */
  private static final int DEFAULT_UPPER = 1024;

  private final CompiledGraph compiled;
  private final List<BucketRange> ranges = new ArrayList<>();
  private String symbol;
  private int capacity;
  private boolean isMasked;
  private ExecutableGraph source;

  BucketedCompileCacheBuilder(CompiledGraph compiled) {
    this.compiled = Objects.requireNonNull(compiled, "compiled");
  }

  /** The symbol that lengths are bucketed along; by default, that at axis 0 of the inputs. */
  public BucketedCompileCacheBuilder along(String bucketSymbol) {
    symbol = Objects.requireNonNull(bucketSymbol, "bucketSymbol");
    return this;
  }

  /** Adds a range of lengths that share an executable; ranges come in ascending order. */
  public BucketedCompileCacheBuilder range(int lower, int upper) {
    ranges.add(new BucketRange(lower, upper));
    return this;
  }

  /**
   * Adds ranges that end at powers of two, so that no length is padded to twice itself; the last
   * ends at {@code upper}. Without any range, the ladder from 1 to the upper bound that the inputs
   * declare, or to 1024 where they declare none.
   */
  public BucketedCompileCacheBuilder ladder(int lower, int upper) {
    BucketRange whole = new BucketRange(lower, upper);
    int from = whole.lower();
    while (from <= whole.upper()) {
      int power = from == 1 ? 1 : Integer.highestOneBit(from - 1) << 1;
      int to = Math.min(power, whole.upper());
      ranges.add(new BucketRange(from, to));
      from = to + 1;
    }
    return this;
  }

  /** Executables that are kept, at least 1; by default, one for each range. */
  public BucketedCompileCacheBuilder capacity(int executables) {
    if (executables < 1) {
      throw new IllegalArgumentException(
          "a bucketed cache keeps at least 1 executable, not " + executables);
    }
    capacity = executables;
    return this;
  }

  /**
   * The model masks its padding: what inputs hold there, zeros and empty strings, never changes
   * what outputs hold elsewhere. Nobody checks that.
   */
  public BucketedCompileCacheBuilder paddingMasked() {
    isMasked = true;
    return this;
  }

  /**
   * Forks executables from that one, whose parameters they share; by default, from one of the
   * cache's own. It has to stay open for as long as the cache.
   */
  public BucketedCompileCacheBuilder forkedFrom(ExecutableGraph executable) {
    source = Objects.requireNonNull(executable, "executable");
    return this;
  }

  private static int declaredUpper(BucketAxis axis) {
    long declared = axis.declaredUpper();
    return declared == Extent.UNBOUNDED ? DEFAULT_UPPER : Math.toIntExact(declared);
  }

  /**
   * The cache, without an executable so far.
   *
   * @throws IllegalArgumentException when ranges overlap or don't ascend, or the inputs don't agree
   *     on one symbol at axis 0
   * @throws io.pelton.engine.error.UnknownName when no input has the symbol
   * @throws IncompatibleSource when the source is not of the compiled graph
   */
  public BucketedCompileCache build() {
    BucketAxis axis =
        symbol == null ? BucketAxis.ofRows(compiled) : BucketAxis.named(compiled, symbol);
    if (ranges.isEmpty()) {
      ladder(1, declaredUpper(axis));
    }
    for (int later = 1; later < ranges.size(); later++) {
      if (ranges.get(later).lower() <= ranges.get(later - 1).upper()) {
        throw new IllegalArgumentException(
            "bucket ranges should be disjoint and ascend but %s follows %s"
                .formatted(ranges.get(later), ranges.get(later - 1)));
      }
    }
    if (source != null && !(source instanceof PlannedExecutable own && own.isOf(compiled))) {
      throw new IncompatibleSource(
          "bucketed cache of '" + compiled.name() + "'",
          "the executable to fork",
          "one of the same compiled graph",
          "of another");
    }
    return new BucketedCompileCache(
        compiled,
        axis,
        List.copyOf(ranges),
        capacity == 0 ? ranges.size() : capacity,
        isMasked,
        source);
  }
}
