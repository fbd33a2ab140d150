package io.pelton.engine.executable;

import io.pelton.engine.error.NoBucket;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Executables of one graph for ranges of a symbolic length, such as the number of rows: each is
 * made when a length of its range is first asked for, for the longest of them, and serves them all.
 * Inputs are padded to that length, kernels are told how much of it counts, and outputs are cut
 * again, so that they have the bits of a run without padding.
 *
 * <p>Padding is refused where it would change results: where rows depend on one another, or where
 * the length is that of another axis than the rows'. A model that masks its padding is taken at its
 * {@linkplain BucketedCompileCacheBuilder#paddingMasked() word}.
 *
 * <p>The executables share weights, and are forked from one another; the least recently used is
 * closed when there are more than the capacity allows. Used by one thread at a time: a second one
 * is refused with {@code ConcurrentUse}, as is any after closing.
 */
public final class BucketedCompileCache implements AutoCloseable {
  private final CompiledGraph compiled;
  private final BucketAxis along;
  private final List<BucketRange> ranges;
  private final int capacity;
  private final boolean isMasked;
  private final ExecutableGraph source;
  private final boolean ownsSource;
  private final ExecutionGuard guard;
  private final Map<BucketRange, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);
  private long runs;
  private long hits;
  private long compiles;
  private long evictions;
  private volatile BucketStatistics statistics = new BucketStatistics(0, 0, 0, 0, 0, 0);

  /**
   * @param source that executables are forked from; null for one of the cache's own
   */
  BucketedCompileCache(
      CompiledGraph compiled,
      BucketAxis along,
      List<BucketRange> ranges,
      int capacity,
      boolean isMasked,
      ExecutableGraph source) {
    this.compiled = compiled;
    this.along = along;
    this.ranges = ranges;
    this.capacity = capacity;
    this.isMasked = isMasked;
    this.ownsSource = source == null;
    this.source = ownsSource ? compiled.newExecutable() : source;
    this.guard =
        new ExecutionGuard(
            "bucketed cache of '" + compiled.name() + "'",
            "Use one cache a thread (caches of one compiled graph share the weights).");
  }

  /** Of a graph that stays open for as long as the cache. */
  public static BucketedCompileCacheBuilder builder(CompiledGraph compiled) {
    return new BucketedCompileCacheBuilder(compiled);
  }

  /** In ascending order. */
  public List<BucketRange> ranges() {
    return ranges;
  }

  /** The symbol that the ranges are about. */
  public String symbol() {
    return along.symbol();
  }

  /**
   * The length that a run of {@code length} is padded to.
   *
   * @throws NoBucket when no range has it
   */
  public int upper(long length) {
    return range(length).upper();
  }

  /**
   * Runs on named inputs of any length that the ranges cover. An active extent that was set for the
   * bucket's executable is cleared.
   *
   * @param inputs on the host, exactly the declared names; those that have a bound handle on the
   *     bucket's executable may be left out, except for one with the bucket axis
   * @return outputs by name, in declaration order, of the inputs' length, owned by the caller
   * @throws NoBucket when no range has their length
   * @throws io.pelton.engine.error.UnknownName when a name is unknown or missing
   * @throws io.pelton.engine.error.InputMismatch when an input has another dtype or shape, or
   *     inputs differ in length
   * @throws io.pelton.engine.error.PaddingRefused when padding would change results
   * @throws io.pelton.engine.error.ParametersPending when declared parameters are not final
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses the cache, or it is
   *     closed
   * @throws io.pelton.engine.error.InvalidValue when an op refuses a value of the data
   * @throws io.pelton.engine.error.EngineException what else {@link ExecutableGraph#run(Map)} fails
   *     with
   */
  public Map<String, Value> runPadded(Map<String, Tensor> inputs) {
    return guard.within(
        () -> {
          Tensor[] slots = along.bySlot(inputs);
          return run(along.length(slots), slots);
        });
  }

  /**
   * {@link #runPadded(Map)} where all inputs with the bucket axis may be left out, since they have
   * bound handles of the bucket's upper length. The errors are the same.
   *
   * @param length of the run
   */
  public Map<String, Value> runPadded(int length, Map<String, Tensor> inputs) {
    return guard.within(() -> run(length, along.bySlot(inputs)));
  }

  private Map<String, Value> run(long length, Tensor[] slots) {
    along.check(slots, length);
    Bucket bucket = bucket(range(length));
    try {
      Map<String, Value> outputs = bucket.run(slots, (int) length);
      runs++;
      return outputs;
    } finally {
      count();
    }
  }

  /**
   * The executable that serves a length, made where it is missing, for callers that keep handles on
   * it: its inputs have {@link #upper} as their length. It belongs to the cache, which closes it
   * when it is the least recently used of too many.
   *
   * @throws NoBucket when no range has it
   */
  public ExecutableGraph executable(long length) {
    return guard.within(
        () -> {
          Bucket bucket = bucket(range(length));
          count();
          return bucket.executable();
        });
  }

  private BucketRange range(long length) {
    for (BucketRange range : ranges) {
      if (range.contains(length)) {
        return range;
      }
    }
    throw new NoBucket(compiled.name(), along.symbol(), length, covered());
  }

  private String covered() {
    return ranges.stream().map(BucketRange::toString).collect(Collectors.joining(", "));
  }

  private Bucket bucket(BucketRange range) {
    Bucket known = buckets.get(range);
    if (known != null) {
      hits++;
      return known;
    }
    Forking forking = source.capability(Forking.class).orElseThrow();
    Bucket bucket =
        new Bucket(compiled, (PlannedExecutable) forking.fork(), along, range, isMasked);
    buckets.put(range, bucket);
    compiles++;
    if (buckets.size() > capacity) {
      buckets.remove(buckets.keySet().iterator().next()).close();
      evictions++;
    }
    return bucket;
  }

  private void count() {
    long bytes = buckets.values().stream().mapToLong(Bucket::bytes).sum();
    statistics = new BucketStatistics(runs, hits, compiles, evictions, buckets.size(), bytes);
  }

  /** Counts as of the last call that ended; may be asked by any thread. */
  public BucketStatistics statistics() {
    return statistics;
  }

  /** Closes the executables. A run in progress on another thread ends first; later ones fail. */
  @Override
  public void close() {
    if (guard.close()) {
      buckets.values().forEach(Bucket::close);
      buckets.clear();
      if (ownsSource) {
        source.close();
      }
      count();
    }
  }
}
