package io.pelton.engine.executable;

/**
 * Counts of one {@link BucketedCompileCache} since it was made.
 *
 * @param runs padded runs that succeeded
 * @param hits requests that found their bucket's executable
 * @param compiles requests for which one was made
 * @param evictions executables that were closed to make room
 * @param buckets executables that are kept
 * @param bytes memory that these and their padded inputs hold, weights left out
 */
public record BucketStatistics(
    long runs, long hits, long compiles, long evictions, int buckets, long bytes) {}
